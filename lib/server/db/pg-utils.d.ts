// The driver's own way of writing a value as text, which its types leave out.
declare module "pg/lib/utils.js" {
  export function prepareValue(value: unknown): string | Buffer | null
}

// Sorts the server's sentences to the fields they concern: `workspace: another team works there`.

export type FieldErrors = Partial<Record<string, string>>

/** What concerns no field of the form stands under `form`, above its buttons. */
export function errorsByField(fields: readonly string[], ...sentences: string[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const sentence of sentences) {
    const named = fields.find((name) => sentence.startsWith(`${name}: `))
    const words = sentence.slice(named ? named.length + 2 : 0)
    const meant = named ?? fields.find((name) => sentence.toLowerCase().startsWith(`the ${name} `))
    errors[meant ?? "form"] ??= `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.?$/, ".")}`
  }
  return errors
}

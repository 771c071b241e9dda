// Stands in for zod in the browser. Schemas are parsed on the server only; the rules beside them run on both sides, and
// without this every page with a live team would carry 28 KB of a library it never asks anything.

const BUILDERS = new Set(
  "string number int boolean unknown enum array record object strictObject looseObject min max trim regex refine positive optional nullable default partial shape".split(
    " ",
  ),
)

/** Builds whatever it is asked to build, and is nothing: asking it something is a mistake that must be heard. */
const schema: unknown = new Proxy(() => schema, {
  get(_target, key) {
    if (typeof key === "symbol" || BUILDERS.has(key)) return schema
    throw new Error(`A schema's ${key} was asked for in the browser; schemas are for the server.`)
  },
})

export const z = schema

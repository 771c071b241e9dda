// How mail is set into a conversation, and read back from it: one `<message …>` block a message, which no content can begin or end.

/** Only what could pass for such a tag is altered, and reversibly: code and markup in a message stay as they were written. */
const POSES = /(?:<|&(?:amp;)*lt;)(?=\s*\/?\s*message\b)/gi
const ALTERED = /&((?:amp;)*)lt;(?=\s*\/?\s*message\b)/gi

export const escapeMail = (content: string): string =>
  content.replace(POSES, (sign) => (sign === "<" ? "&lt;" : `&amp;${sign.slice(1)}`))

export const unescapeMail = (written: string): string =>
  written.replace(ALTERED, (whole: string, more: string) => (more === "" ? "<" : `&${whole.slice("&amp;".length)}`))

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" } as const

export const escapeAttribute = (value: string): string =>
  value.replace(/[&<>"]/g, (sign) => ENTITIES[sign as keyof typeof ENTITIES])

export const unescapeAttribute = (written: string): string =>
  written.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")

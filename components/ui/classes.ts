// Joins class names, leaving out what is absent.
export const classes = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(" ")

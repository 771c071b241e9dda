// The part of an id that a person reads and says aloud. Apart from `ids`, so that pages need no schema library for it.

/** The last six characters. */
export const shortId = (id: string): string => id.slice(-6)

// The model of every agent unless the environment or the team says otherwise, and the id the rehearsal goes by.
import "server-only"

export const DEFAULT_MODEL = "claude-opus-5-5"
export const REHEARSAL_MODEL = "rehearsal"

// Stands in the document from the moment a dialog is asked for, which may be before its code has arrived.

/** The page's keys look for it: a letter meant for the dialog must not approve a plan behind it. */
export function ModalOpening() {
  return <span hidden data-modal-opening="" />
}

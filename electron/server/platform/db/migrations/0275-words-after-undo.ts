/** Whether the customer is still to be told that a ticket is resolved, once that can no longer be taken back. */
export const wordsAfterUndo = `
ALTER TABLE resolve_undos ADD COLUMN says_after integer NOT NULL DEFAULT 0;
`

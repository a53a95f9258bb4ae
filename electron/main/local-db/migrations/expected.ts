/** What the writer of an outbox entry took its ticket to be. */
export const expected = `
ALTER TABLE outbox ADD COLUMN expected TEXT;
`

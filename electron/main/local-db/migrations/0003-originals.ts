/** What was written before it was translated goes with what leaves. */
export const originals = `
ALTER TABLE outbox ADD COLUMN original TEXT;
`

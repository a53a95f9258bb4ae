/** When something was last erased for good, and the erasure after which the whole file was written anew. */
export const erased = `
ALTER TABLE keeping ADD COLUMN erased_at integer;
ALTER TABLE keeping ADD COLUMN rewritten_for integer;
`

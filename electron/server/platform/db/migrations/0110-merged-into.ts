/** Where the messages of a ticket stand that became part of another: what is still written to it goes there. */
export const mergedInto = `
ALTER TABLE tickets ADD COLUMN merged_into integer;
`

/** What customers write beside the number of their rating. */
export const ratingComments = `
ALTER TABLE ratings ADD COLUMN comment text DEFAULT '' NOT NULL;
`

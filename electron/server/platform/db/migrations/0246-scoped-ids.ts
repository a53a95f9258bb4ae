/** The id of a customer who shows no number is kept beside a phone that colleagues add. */
export const scopedIds = `
ALTER TABLE contacts ADD COLUMN scoped_id text;
CREATE INDEX contacts_scoped_id ON contacts (company_id, scoped_id);
`

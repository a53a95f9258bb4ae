/** Since when an address is no longer a person's; those that were ended before are so until this build came: it was not kept when. */
export const formerAddresses = `
ALTER TABLE contact_addresses ADD COLUMN former_at integer;
UPDATE contact_addresses SET former_at = 1796083200000 WHERE former = 1;
ALTER TABLE contact_addresses DROP COLUMN former;
`

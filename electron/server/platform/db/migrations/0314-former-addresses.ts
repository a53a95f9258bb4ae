/** Since when an address is no longer a person's; of those that were ended before, the contact's last change is known. */
export const formerAddresses = `
ALTER TABLE contact_addresses ADD COLUMN former_at integer;
UPDATE contact_addresses SET former_at = (SELECT c.updated_at FROM contacts c WHERE c.id = contact_addresses.contact_id)
  WHERE former = 1;
ALTER TABLE contact_addresses DROP COLUMN former;
`

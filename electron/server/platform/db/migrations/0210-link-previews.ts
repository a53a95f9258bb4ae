/** The link of a message whose page is read, and what the page said: with the message, so that they go where it goes. */
export const linkPreviews = `
ALTER TABLE messages ADD COLUMN link text;
ALTER TABLE messages ADD COLUMN link_preview text;
CREATE INDEX messages_link_due ON messages (company_id, link, seq) WHERE link IS NOT NULL AND link_preview IS NULL;
CREATE INDEX messages_link ON messages (company_id, link, seq) WHERE link_preview IS NOT NULL;
`

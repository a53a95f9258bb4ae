/** Text for utility that agents may send without a template where an administrator lets them. */
export const directSend = `
ALTER TABLE whatsapps ADD COLUMN direct_send integer DEFAULT 0 NOT NULL;
ALTER TABLE whatsapps ADD COLUMN direct_send_refused_at integer;
`

/** Until when the pairing code of a connection holds; tickets of a connection are counted before it is deleted. */
export const connectionCode = `
ALTER TABLE whatsapps ADD COLUMN qrcode_until integer;
CREATE INDEX tickets_whatsapp ON tickets (whatsapp_id, status);
`

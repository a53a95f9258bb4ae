/** What was delivered and not understood (schema-cloud.ts), and what brought a customer to the conversation. */
export const deliveries = `
CREATE TABLE cloud_unknown (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	whatsapp_id integer NOT NULL,
	key text NOT NULL,
	what text NOT NULL,
	payload text NOT NULL,
	times integer DEFAULT 1 NOT NULL,
	first_at integer NOT NULL,
	last_at integer NOT NULL,
	FOREIGN KEY (whatsapp_id) REFERENCES whatsapps(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE UNIQUE INDEX cloud_unknown_key ON cloud_unknown (whatsapp_id, key);
CREATE INDEX cloud_unknown_last ON cloud_unknown (last_at);
CREATE INDEX cloud_unknown_company ON cloud_unknown (company_id);
ALTER TABLE messages ADD COLUMN referral text;
`

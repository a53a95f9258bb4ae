/** Templates of connections as the provider told of them last, and what a message was made from. */
export const templates = `
CREATE TABLE connection_templates (
	whatsapp_id integer PRIMARY KEY NOT NULL,
	company_id integer NOT NULL,
	templates text DEFAULT '[]' NOT NULL,
	asked_at integer NOT NULL,
	FOREIGN KEY (whatsapp_id) REFERENCES whatsapps(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE INDEX connection_templates_company ON connection_templates (company_id);
ALTER TABLE messages ADD COLUMN template text;
`

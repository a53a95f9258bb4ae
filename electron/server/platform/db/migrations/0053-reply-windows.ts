/**
 * When customers last wrote to numbers that may be answered freely for a while only (schema-cloud.ts). What is in the
 * threads already counts.
 */
export const replyWindows = `
CREATE TABLE reply_windows (
	whatsapp_id integer NOT NULL,
	contact_id integer NOT NULL,
	company_id integer NOT NULL,
	wrote_at integer NOT NULL,
	PRIMARY KEY (whatsapp_id, contact_id),
	FOREIGN KEY (whatsapp_id) REFERENCES whatsapps(id) ON DELETE cascade,
	FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE INDEX reply_windows_contact ON reply_windows (contact_id);
CREATE INDEX reply_windows_company ON reply_windows (company_id);
INSERT INTO reply_windows (whatsapp_id, contact_id, company_id, wrote_at)
	SELECT t.whatsapp_id, t.contact_id, t.company_id, max(m.created_at)
	FROM whatsapps w
	JOIN tickets t ON t.whatsapp_id = w.id
	JOIN messages m ON m.ticket_id = t.id
	WHERE w.provider = 'cloud' AND t.is_group = 0 AND m.from_me = 0
	GROUP BY t.whatsapp_id, t.contact_id;
`

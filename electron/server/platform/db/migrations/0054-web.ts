/** Numbers of WhatsApp Web: their session keys, the keys of their messages, what came in, whom they know (schema-web.ts). */
export const web = `
CREATE TABLE web_keys (
	whatsapp_id integer NOT NULL,
	company_id integer NOT NULL,
	type text NOT NULL,
	key_id text NOT NULL,
	value text NOT NULL,
	PRIMARY KEY (whatsapp_id, type, key_id),
	FOREIGN KEY (whatsapp_id) REFERENCES whatsapps(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE INDEX web_keys_company ON web_keys (company_id);
CREATE TABLE web_messages (
	company_id integer NOT NULL,
	message_id text NOT NULL,
	whatsapp_id integer NOT NULL,
	chat text NOT NULL,
	participant text,
	from_me integer NOT NULL,
	content text DEFAULT '' NOT NULL,
	ack integer DEFAULT 0 NOT NULL,
	failure text,
	asked_at integer,
	created_at integer NOT NULL,
	PRIMARY KEY (company_id, message_id),
	FOREIGN KEY (whatsapp_id) REFERENCES whatsapps(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE INDEX web_messages_whatsapp ON web_messages (whatsapp_id);
CREATE INDEX web_messages_content ON web_messages (created_at) WHERE content <> '';
CREATE TABLE web_inbox (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	whatsapp_id integer NOT NULL,
	key text NOT NULL,
	chat text NOT NULL,
	payload text NOT NULL,
	attempts integer DEFAULT 0 NOT NULL,
	next_at integer NOT NULL,
	done_at integer,
	created_at integer NOT NULL,
	FOREIGN KEY (whatsapp_id) REFERENCES whatsapps(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE UNIQUE INDEX web_inbox_key ON web_inbox (whatsapp_id, key);
CREATE INDEX web_inbox_waiting ON web_inbox (whatsapp_id, chat, id) WHERE done_at IS NULL;
CREATE INDEX web_inbox_done ON web_inbox (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX web_inbox_company ON web_inbox (company_id);
CREATE TABLE web_people (
	whatsapp_id integer NOT NULL,
	company_id integer NOT NULL,
	number text NOT NULL,
	jid text NOT NULL,
	name text DEFAULT '' NOT NULL,
	pictured_at integer,
	PRIMARY KEY (whatsapp_id, number),
	FOREIGN KEY (whatsapp_id) REFERENCES whatsapps(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE INDEX web_people_company ON web_people (company_id);
`

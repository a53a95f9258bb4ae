/** Numbers of the WhatsApp Business Cloud API: their set-up, the ids of their messages, what came in (schema-cloud.ts). */
export const cloud = `
CREATE TABLE cloud_accounts (
	whatsapp_id integer PRIMARY KEY NOT NULL,
	company_id integer NOT NULL,
	phone_number_id text DEFAULT '' NOT NULL,
	business_account_id text DEFAULT '' NOT NULL,
	access_token text DEFAULT '' NOT NULL,
	app_secret text DEFAULT '' NOT NULL,
	verify_token text DEFAULT '' NOT NULL,
	hook text NOT NULL,
	verified_at integer,
	heard_at integer,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (whatsapp_id) REFERENCES whatsapps(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE UNIQUE INDEX cloud_accounts_hook ON cloud_accounts (hook);
CREATE INDEX cloud_accounts_company ON cloud_accounts (company_id, phone_number_id);
CREATE TABLE cloud_messages (
	company_id integer NOT NULL,
	message_id text NOT NULL,
	whatsapp_id integer NOT NULL,
	wamid text,
	ack integer DEFAULT 0 NOT NULL,
	failure text,
	asked_at integer NOT NULL,
	PRIMARY KEY (company_id, message_id),
	FOREIGN KEY (whatsapp_id) REFERENCES whatsapps(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE INDEX cloud_messages_wamid ON cloud_messages (company_id, wamid);
CREATE INDEX cloud_messages_whatsapp ON cloud_messages (whatsapp_id);
CREATE TABLE cloud_inbox (
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
CREATE UNIQUE INDEX cloud_inbox_key ON cloud_inbox (whatsapp_id, key);
CREATE INDEX cloud_inbox_waiting ON cloud_inbox (whatsapp_id, chat, id) WHERE done_at IS NULL;
CREATE INDEX cloud_inbox_done ON cloud_inbox (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX cloud_inbox_company ON cloud_inbox (company_id);
`

/** Since when and why a connection is in its state; messages of a connection by hour; the tree of a queue's chatbot. */
export const connections = `
ALTER TABLE whatsapps ADD COLUMN status_since integer;
ALTER TABLE whatsapps ADD COLUMN status_reason text DEFAULT '' NOT NULL;
UPDATE whatsapps SET status_since = updated_at;
CREATE UNIQUE INDEX whatsapps_token ON whatsapps (token) WHERE token <> '';
CREATE TABLE connection_hours (
	company_id integer NOT NULL,
	whatsapp_id integer NOT NULL,
	hour integer NOT NULL,
	incoming integer DEFAULT 0 NOT NULL,
	outgoing integer DEFAULT 0 NOT NULL,
	PRIMARY KEY (whatsapp_id, hour),
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (whatsapp_id) REFERENCES whatsapps(id) ON DELETE cascade
);
CREATE TABLE queue_options (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	queue_id integer NOT NULL,
	parent_id integer,
	title text NOT NULL,
	message text DEFAULT '' NOT NULL,
	position integer DEFAULT 1 NOT NULL,
	exit_chatbot integer DEFAULT 0 NOT NULL,
	forward_queue_id integer,
	media_path text,
	media_name text,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (queue_id) REFERENCES queues(id) ON DELETE cascade,
	FOREIGN KEY (parent_id) REFERENCES queue_options(id) ON DELETE cascade,
	FOREIGN KEY (forward_queue_id) REFERENCES queues(id) ON DELETE set null
);
CREATE INDEX queue_options_queue ON queue_options (queue_id, parent_id, position);
CREATE INDEX queue_options_parent ON queue_options (parent_id);
ALTER TABLE tickets ADD COLUMN bot_menu_at integer;
CREATE TABLE holidays (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	day text NOT NULL,
	name text NOT NULL,
	start_time text DEFAULT '' NOT NULL,
	end_time text DEFAULT '' NOT NULL,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE UNIQUE INDEX holidays_company_day ON holidays (company_id, day);
`

/** Campaigns, their recipients, who wants none, and their settings. */
export const campaigns = `
CREATE TABLE campaigns (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	name text NOT NULL,
	search text NOT NULL,
	message1 text DEFAULT '' NOT NULL,
	message2 text DEFAULT '' NOT NULL,
	message3 text DEFAULT '' NOT NULL,
	message4 text DEFAULT '' NOT NULL,
	message5 text DEFAULT '' NOT NULL,
	confirmation_message1 text DEFAULT '' NOT NULL,
	confirmation_message2 text DEFAULT '' NOT NULL,
	confirmation_message3 text DEFAULT '' NOT NULL,
	confirmation_message4 text DEFAULT '' NOT NULL,
	confirmation_message5 text DEFAULT '' NOT NULL,
	confirmation integer DEFAULT 0 NOT NULL,
	status text DEFAULT 'INATIVA' NOT NULL,
	scheduled_at integer,
	started_at integer,
	completed_at integer,
	whatsapp_id integer,
	contact_list_id integer,
	tag_list_id integer,
	file_list_id integer,
	user_id integer,
	skip_open_tickets integer DEFAULT 0 NOT NULL,
	media_file text,
	media_name text,
	media_mime text,
	media_type text,
	media_size integer,
	media_width integer,
	media_height integer,
	media_duration integer,
	stop_reason text DEFAULT '' NOT NULL,
	next_at integer,
	stretch_at integer,
	prepared_to integer DEFAULT 0,
	refused_in_row integer DEFAULT 0 NOT NULL,
	down_since integer,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (whatsapp_id) REFERENCES whatsapps(id) ON DELETE set null,
	FOREIGN KEY (contact_list_id) REFERENCES contact_lists(id) ON DELETE set null,
	FOREIGN KEY (tag_list_id) REFERENCES tags(id) ON DELETE set null,
	FOREIGN KEY (file_list_id) REFERENCES files(id) ON DELETE set null,
	FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE set null
);
CREATE INDEX campaigns_company ON campaigns (company_id, search, id);
CREATE INDEX campaigns_due ON campaigns (status, scheduled_at);
CREATE INDEX campaigns_list ON campaigns (contact_list_id);
CREATE TABLE campaign_recipients (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	campaign_id integer NOT NULL,
	item_id integer,
	name text NOT NULL,
	number text NOT NULL,
	email text DEFAULT '' NOT NULL,
	search text NOT NULL,
	state text DEFAULT 'waiting' NOT NULL,
	reason text DEFAULT '' NOT NULL,
	slot integer,
	message text DEFAULT '' NOT NULL,
	ticket_id integer,
	confirmation_requested_at integer,
	confirmed_at integer,
	sent_at integer,
	delivered_at integer,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE cascade,
	FOREIGN KEY (item_id) REFERENCES contact_list_items(id) ON DELETE set null,
	FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE set null
);
CREATE UNIQUE INDEX campaign_recipients_number ON campaign_recipients (campaign_id, number);
CREATE INDEX campaign_recipients_order ON campaign_recipients (campaign_id, id);
CREATE INDEX campaign_recipients_state ON campaign_recipients (campaign_id, state, id);
CREATE INDEX campaign_recipients_answer ON campaign_recipients (company_id, number, state);
CREATE INDEX campaign_recipients_item ON campaign_recipients (item_id);
CREATE INDEX campaign_recipients_ticket ON campaign_recipients (ticket_id);
CREATE TABLE campaign_opt_outs (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	number text NOT NULL,
	name text DEFAULT '' NOT NULL,
	word text NOT NULL,
	created_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE UNIQUE INDEX campaign_opt_outs_number ON campaign_opt_outs (company_id, number);
CREATE INDEX campaign_opt_outs_company ON campaign_opt_outs (company_id, created_at, id);
CREATE TABLE campaign_settings (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	key text NOT NULL,
	value text NOT NULL,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE UNIQUE INDEX campaign_settings_key ON campaign_settings (company_id, key);
`

/** What is taken in of the Business app on the phone of a number: contacts and what was said before, as far as it was asked for. */
export const phoneData = `
CREATE TABLE phone_syncs (
	whatsapp_id integer NOT NULL,
	company_id integer NOT NULL,
	kind text NOT NULL,
	state text NOT NULL,
	progress integer DEFAULT 0 NOT NULL,
	taken integer DEFAULT 0 NOT NULL,
	code integer,
	asked_at integer NOT NULL,
	heard_at integer,
	PRIMARY KEY(whatsapp_id, kind),
	FOREIGN KEY (whatsapp_id) REFERENCES whatsapps(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE INDEX phone_syncs_company ON phone_syncs (company_id);
CREATE TABLE phone_book (
	whatsapp_id integer NOT NULL,
	company_id integer NOT NULL,
	number text NOT NULL,
	name text NOT NULL,
	at integer NOT NULL,
	PRIMARY KEY(whatsapp_id, number),
	FOREIGN KEY (whatsapp_id) REFERENCES whatsapps(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE INDEX phone_book_company ON phone_book (company_id, number);
CREATE TABLE phone_histories (
	whatsapp_id integer NOT NULL,
	contact_id integer NOT NULL,
	company_id integer NOT NULL,
	ticket_id integer NOT NULL,
	PRIMARY KEY(whatsapp_id, contact_id),
	FOREIGN KEY (whatsapp_id) REFERENCES whatsapps(id) ON DELETE cascade,
	FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE cascade
);
CREATE INDEX phone_histories_contact ON phone_histories (contact_id);
CREATE INDEX phone_histories_ticket ON phone_histories (ticket_id);
CREATE INDEX phone_histories_company ON phone_histories (company_id);
`

/** Messages to be sent later. */
export const schedules = `
CREATE TABLE schedules (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	body text NOT NULL,
	send_at integer NOT NULL,
	sent_at integer,
	status text DEFAULT 'PENDENTE' NOT NULL,
	contact_id integer NOT NULL,
	ticket_id integer,
	user_id integer,
	media_file text,
	media_name text,
	media_mime text,
	media_size integer,
	media_width integer,
	media_height integer,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE cascade,
	FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE set null,
	FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE set null
);
CREATE INDEX schedules_due ON schedules (status, send_at);
CREATE INDEX schedules_company ON schedules (company_id, created_at);
CREATE INDEX schedules_contact ON schedules (contact_id, send_at);
`

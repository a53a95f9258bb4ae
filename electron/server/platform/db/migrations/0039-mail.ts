/** The platform's mail server, and codes of forgotten passwords. */
export const mail = `
CREATE TABLE mail_settings (
	id integer PRIMARY KEY NOT NULL,
	host text DEFAULT '' NOT NULL,
	port integer DEFAULT 587 NOT NULL,
	security text DEFAULT 'starttls' NOT NULL,
	user text DEFAULT '' NOT NULL,
	secret text DEFAULT '' NOT NULL,
	from_name text DEFAULT '' NOT NULL,
	from_address text DEFAULT '' NOT NULL,
	failed_at integer,
	failure text DEFAULT '' NOT NULL,
	updated_at integer NOT NULL
);
CREATE TABLE password_resets (
	user_id integer PRIMARY KEY NOT NULL,
	company_id integer NOT NULL,
	code_hash text NOT NULL,
	attempts integer DEFAULT 0 NOT NULL,
	expires_at integer NOT NULL,
	created_at integer NOT NULL,
	FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE INDEX password_resets_expires ON password_resets (expires_at);
`

/** Who changed what, from what to what, when, and from which program. */
export const audit = `
CREATE TABLE audit_entries (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	user_id integer,
	user_name text DEFAULT '' NOT NULL,
	action text NOT NULL,
	subject text NOT NULL,
	subject_id text DEFAULT '' NOT NULL,
	subject_name text DEFAULT '' NOT NULL,
	changes text DEFAULT '[]' NOT NULL,
	program text DEFAULT '' NOT NULL,
	address text DEFAULT '' NOT NULL,
	search text DEFAULT '' NOT NULL,
	created_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE set null
);
CREATE INDEX audit_entries_company ON audit_entries (company_id, id);
CREATE INDEX audit_entries_created ON audit_entries (created_at);
`

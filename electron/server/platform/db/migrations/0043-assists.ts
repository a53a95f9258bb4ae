/** Conversations that a prompt or an integration holds (schema-automation.ts). */
export const assists = `
CREATE TABLE assists (
	ticket_id integer PRIMARY KEY NOT NULL,
	company_id integer NOT NULL,
	kind text NOT NULL,
	automation_id integer NOT NULL,
	status text DEFAULT 'active' NOT NULL,
	asked_seq integer NOT NULL,
	answered_seq integer DEFAULT 0 NOT NULL,
	attempts integer DEFAULT 0 NOT NULL,
	next_at integer NOT NULL,
	state text DEFAULT '' NOT NULL,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE INDEX assists_due ON assists (status, next_at);
CREATE INDEX assists_company ON assists (company_id);
`

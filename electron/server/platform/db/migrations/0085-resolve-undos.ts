/** What tickets were like before somebody resolved them, for the moment in which that can be taken back (schema-conversation.ts). */
export const resolveUndos = `
CREATE TABLE resolve_undos (
	ticket_id integer PRIMARY KEY NOT NULL,
	company_id integer NOT NULL,
	user_id integer NOT NULL,
	at integer NOT NULL,
	before text NOT NULL,
	FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE cascade
);
CREATE INDEX resolve_undos_at ON resolve_undos (at);
CREATE INDEX resolve_undos_company ON resolve_undos (company_id);
CREATE INDEX resolve_undos_user ON resolve_undos (user_id);
`

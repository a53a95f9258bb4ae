/** Conversations that have to be looked at by whoever answers in a person's place (schema-automation.ts). */
export const assistAsks = `
CREATE TABLE assist_asks (
	ticket_id integer PRIMARY KEY NOT NULL,
	company_id integer NOT NULL,
	FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE INDEX assist_asks_company ON assist_asks (company_id);
`

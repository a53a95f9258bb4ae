/** Who is doing a macro on which ticket. */
export const macroRuns = `
CREATE TABLE macro_runs (
	ticket_id integer PRIMARY KEY NOT NULL,
	company_id integer NOT NULL,
	user_id integer NOT NULL,
	at integer NOT NULL,
	FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE cascade
);
CREATE INDEX macro_runs_company ON macro_runs (company_id);
CREATE INDEX macro_runs_user ON macro_runs (user_id);
`

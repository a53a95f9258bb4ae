/** Conversations in which the chatbot has not yet looked at what the customer wrote (schema-automation.ts). */
export const botTurns = `
CREATE TABLE bot_turns (
	ticket_id integer PRIMARY KEY NOT NULL,
	company_id integer NOT NULL,
	is_new integer DEFAULT false NOT NULL,
	FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE INDEX bot_turns_company ON bot_turns (company_id);
`

/** Tickets that people keep at the top of their lists. */
export const ticketPins = `
CREATE TABLE ticket_pins (
	user_id integer NOT NULL,
	ticket_id integer NOT NULL,
	company_id integer NOT NULL,
	at integer NOT NULL,
	PRIMARY KEY(user_id, ticket_id),
	FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE cascade,
	FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE INDEX ticket_pins_ticket ON ticket_pins (ticket_id);
CREATE INDEX ticket_pins_company ON ticket_pins (company_id);
`

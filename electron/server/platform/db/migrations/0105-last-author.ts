/** Who of the team wrote the last message of a ticket: a list says "you" before the reader's own words alone. */
export const lastAuthor = `
ALTER TABLE tickets ADD COLUMN last_author_id integer;
UPDATE tickets SET last_author_id = (
	SELECT user_id FROM messages WHERE messages.ticket_id = tickets.id ORDER BY messages.seq DESC LIMIT 1
) WHERE from_me = 1;
`

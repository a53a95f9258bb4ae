/** What a ticket was like when it was closed, so that reopening an unanswered one hides no customer. */
export const closedWaiting = `
ALTER TABLE tickets ADD COLUMN closed_waiting_since integer;
ALTER TABLE tickets ADD COLUMN closed_unread integer NOT NULL DEFAULT 0;
`

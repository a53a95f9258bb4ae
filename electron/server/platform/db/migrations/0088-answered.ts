/**
 * When a person last answered what the customer had said, as long as it is the last word of either: closing by inactivity
 * counts from there (tickets/timers.ts). What is known of open tickets already counts.
 */
export const answered = `
ALTER TABLE tickets ADD COLUMN answered_at integer;
UPDATE tickets SET answered_at = (
	SELECT max(m.created_at) FROM messages m WHERE m.ticket_id = tickets.id AND m.from_me = 1 AND m.user_id IS NOT NULL)
	WHERE status = 'open' AND from_me = 1 AND is_group = 0 AND waiting_since IS NULL;
`

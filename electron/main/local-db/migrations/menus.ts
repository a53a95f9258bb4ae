/** Outbox entries with buttons, a list or a link. */
export const menus = `
ALTER TABLE outbox ADD COLUMN menu TEXT;
`

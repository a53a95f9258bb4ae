/** What is pressed below a text goes with what leaves. */
export const menus = `
ALTER TABLE outbox ADD COLUMN menu TEXT;
`

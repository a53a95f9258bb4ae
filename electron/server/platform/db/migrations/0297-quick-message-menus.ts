/** Quick messages may carry buttons, a list or a link. */
export const quickMessageMenus = `
ALTER TABLE quick_messages ADD COLUMN menu text;
`

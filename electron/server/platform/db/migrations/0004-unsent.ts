/** Own messages that nobody has confirmed: found at once when the server starts, whatever the size of the file. */
export const unsent = `
CREATE INDEX messages_unsent ON messages (seq) WHERE from_me = 1 AND ack = 0 AND failure IS NULL;
`

/** Connections on which automatic texts that follow each other leave as one message. */
export const joinedTexts = `
ALTER TABLE whatsapps ADD COLUMN joins_texts integer DEFAULT 0 NOT NULL;
`

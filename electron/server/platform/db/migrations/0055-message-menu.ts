/** A chatbot's menu that can be pressed, beside the words of the message (schema-conversation.ts). */
export const messageMenu = `
ALTER TABLE messages ADD menu text;
`

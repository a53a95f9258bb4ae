/** What WhatsApp lets a paired number begin with people it has not written with. */
export const newChats = `
ALTER TABLE whatsapps ADD COLUMN new_chats text;
`

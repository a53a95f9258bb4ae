/** Internal chat: one message however often its console sends it, and the names of senders who left. */
export const internalChat = `
ALTER TABLE chat_messages ADD COLUMN client_id text;
ALTER TABLE chat_messages ADD COLUMN sender_name text DEFAULT '' NOT NULL;
UPDATE chat_messages SET sender_name = coalesce((SELECT name FROM users WHERE users.id = chat_messages.sender_id), '');
CREATE UNIQUE INDEX chat_messages_client ON chat_messages (chat_id, client_id);
`

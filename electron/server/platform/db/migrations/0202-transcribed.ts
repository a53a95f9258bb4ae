/** Webhooks hear of words that were written below a message. */

const NOW = `CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)`

export const transcribed = {
  sql: `
CREATE TRIGGER webhook_message_transcribed AFTER UPDATE OF state ON transcripts
WHEN new.state = 'done' AND old.state <> 'done' AND EXISTS
  (SELECT 1 FROM webhooks WHERE company_id = new.company_id AND active = 1 AND messages = 1) BEGIN
  INSERT INTO webhook_deliveries (company_id, webhook_id, event, message_seq, ticket_id, detail, next_at, created_at, updated_at)
  SELECT w.company_id, w.id, 'message.transcribed', m.seq, m.ticket_id, '{}', ${NOW}, ${NOW}, ${NOW}
  FROM webhooks w JOIN companies c ON c.id = w.company_id JOIN messages m ON m.seq = new.message_seq
  WHERE w.company_id = new.company_id AND w.active = 1 AND w.messages = 1;
END;
`,
  postgres: 'select 1',
}

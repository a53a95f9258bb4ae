/**
 * Events of one conversation reach a webhook in their order (webhooks/attempt.ts), and a deleted ticket is reported: by a
 * trigger, as all the others (0040-external-api.ts). Deliveries about a ticket go with it; this one stands for itself.
 */
const NOW = `CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)`

export const webhookOrder = `
CREATE INDEX webhook_deliveries_order ON webhook_deliveries (webhook_id, ticket_id, id) WHERE status = 'waiting';
CREATE TRIGGER webhook_ticket_deleted AFTER DELETE ON tickets
WHEN EXISTS (SELECT 1 FROM webhooks WHERE company_id = old.company_id AND active = 1 AND tickets = 1) BEGIN
  INSERT INTO webhook_deliveries (company_id, webhook_id, event, detail, next_at, created_at, updated_at)
  SELECT w.company_id, w.id, 'ticket.deleted', json_object('id', old.id, 'uuid', old.uuid, 'protocol', old.code,
    'status', old.status, 'queueId', old.queue_id, 'userId', old.user_id, 'connectionId', old.whatsapp_id), ${NOW}, ${NOW}, ${NOW}
  FROM webhooks w JOIN companies c ON c.id = w.company_id
  WHERE w.company_id = old.company_id AND w.active = 1 AND w.tickets = 1;
END;
`

/** How urgent tickets are, in lists by an index of its own; webhooks hear of it. */
const NOW = `CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)`

/** Words that both engines know. */
const indexes = `
CREATE INDEX tickets_priority ON tickets (company_id, status, ((case priority when 'urgent' then 0 when 'high' then 1 when 'low' then 3 else 2 end) * 10000000000000 + coalesce(waiting_since, 9999999999999)), id, queue_id, user_id, is_group);
CREATE INDEX tickets_prioritised ON tickets (company_id, updated_at, id, queue_id, user_id, status, priority) WHERE priority <> 'normal';
`
const part = (row: 'new' | 'old'): string =>
  `'status', ${row}.status, 'priority', ${row}.priority, 'queueId', ${row}.queue_id, 'userId', ${row}.user_id`

export const ticketTrigger = (name: string, when: string, row: 'new' | 'old', event: string, about: string): string => `
DROP TRIGGER ${name};
CREATE TRIGGER ${name} ${when}
EXISTS (SELECT 1 FROM webhooks WHERE company_id = ${row}.company_id AND active = 1 AND tickets = 1) BEGIN
  INSERT INTO webhook_deliveries (company_id, webhook_id, event, ticket_id, detail, next_at, created_at, updated_at)
  SELECT w.company_id, w.id, '${event}', ${about}, ${NOW}, ${NOW}, ${NOW}
  FROM webhooks w JOIN companies c ON c.id = w.company_id
  WHERE w.company_id = ${row}.company_id AND w.active = 1 AND w.tickets = 1;
END;
`

export const priority = {
  sql: `
ALTER TABLE tickets ADD COLUMN priority text DEFAULT 'normal' NOT NULL;
${indexes}${ticketTrigger(
    'webhook_ticket_created',
    'AFTER INSERT ON tickets WHEN',
    'new',
    'ticket.created',
    `new.id, json_object(${part('new')})`,
  )}${ticketTrigger(
    'webhook_ticket_updated',
    `AFTER UPDATE OF status, priority, queue_id, user_id ON tickets
WHEN (new.status <> old.status OR new.priority <> old.priority OR new.queue_id IS NOT old.queue_id
  OR new.user_id IS NOT old.user_id) AND`,
    'new',
    'ticket.updated',
    `new.id, json_object(${part('new')}, 'before', json_object(${part('old')}))`,
  )}${ticketTrigger(
    'webhook_ticket_deleted',
    'AFTER DELETE ON tickets WHEN',
    'old',
    'ticket.deleted',
    `NULL, json_object('id', old.id, 'uuid', old.uuid, 'protocol', old.code, ${part('old')}, 'connectionId', old.whatsapp_id)`,
  )}`,
  postgres: `
alter table tickets add column priority text collate "C" default 'normal' not null;
${indexes}`,
}

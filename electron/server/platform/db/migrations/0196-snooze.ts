/** Tickets that sleep, found by an index of their own; webhooks hear of it. */
import { ticketTrigger } from './0205-priority'

/** Words that both engines know. */
const indexes = `
CREATE INDEX tickets_snoozed ON tickets (company_id, coalesce(snoozed_until, 8640000000000000), id, queue_id, user_id, status, is_group) WHERE snoozed_at IS NOT NULL;
CREATE INDEX tickets_wake ON tickets (snoozed_until) WHERE snoozed_at IS NOT NULL;
`
const part = (row: 'new' | 'old'): string =>
  `'status', ${row}.status, 'priority', ${row}.priority, 'snoozedAt', ${row}.snoozed_at,
    'snoozedUntil', ${row}.snoozed_until, 'queueId', ${row}.queue_id, 'userId', ${row}.user_id`

const columns = (integer: string, words: string): string => `
ALTER TABLE tickets ADD COLUMN snoozed_at ${integer};
ALTER TABLE tickets ADD COLUMN snoozed_until ${integer};
ALTER TABLE tickets ADD COLUMN woken_by ${words};
`

export const snooze = {
  sql: `${columns('integer', 'text')}${indexes}${ticketTrigger(
    'webhook_ticket_created',
    'AFTER INSERT ON tickets WHEN',
    'new',
    'ticket.created',
    `new.id, json_object(${part('new')})`,
  )}${ticketTrigger(
    'webhook_ticket_updated',
    `AFTER UPDATE OF status, priority, snoozed_at, snoozed_until, queue_id, user_id ON tickets
WHEN (new.status <> old.status OR new.priority <> old.priority OR new.snoozed_at IS NOT old.snoozed_at
  OR new.snoozed_until IS NOT old.snoozed_until OR new.queue_id IS NOT old.queue_id OR new.user_id IS NOT old.user_id) AND`,
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
  postgres: `${columns('bigint', 'text collate "C"')}${indexes}`,
}

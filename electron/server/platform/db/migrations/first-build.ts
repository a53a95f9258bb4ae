/**
 * Carries over what the first build left (commit c8665dbd): tables and columns that came later are made from their
 * description, and what later steps changed of the rows is changed here.
 */
import type { Client } from '@libsql/client'
import { indexesIfMissing, laterTables } from '../engine/sqlite-schema'
import { triggers } from '../engine/triggers'
import { outboxOfUnsettled } from './0315-outbox-of-unsettled'

/** Which ratings were asked for is known of the last cycle alone; every cycle is measured. */
const FIGURES = `
UPDATE ticket_trackings SET rating_asked_at = coalesce(rating_at,
  (SELECT t.rating_asked_at FROM tickets t WHERE t.id = ticket_trackings.ticket_id))
WHERE finished_at IS NOT NULL
  AND id = (SELECT max(c.id) FROM ticket_trackings c WHERE c.ticket_id = ticket_trackings.ticket_id);
INSERT INTO report_marks (company_id, ticket_id) SELECT company_id, id FROM tickets;`

/**
 * Customers of snoozed tickets wait on: their clock was put away with that of closed tickets. Deadlines of such
 * tickets are told again when each company's are next computed anew.
 */
const SNOOZED = `
UPDATE tickets SET waiting_since = closed_waiting_since, closed_waiting_since = NULL
  WHERE snoozed_at IS NOT NULL AND waiting_since IS NULL AND status <> 'closed';
UPDATE service_level_rules SET done_to = 0;`

/** What follows from what happened is owed in one table, where the chatbot and who answers for a person had one each. */
const OWED = `
INSERT INTO happenings (company_id, ticket_id, consumer, payload, next_at)
  SELECT company_id, ticket_id, 'answers',
    CASE WHEN is_new = 1 THEN '{"bot":true,"isNew":true}' ELSE '{"bot":true}' END, 0 FROM bot_turns;
INSERT INTO happenings (company_id, ticket_id, consumer, payload, next_at)
  SELECT company_id, ticket_id, 'answers', '{"asked":true}', 0 FROM assist_asks;
DROP TABLE bot_turns;
DROP TABLE assist_asks;`

/** Whether a row's number is one of WhatsApp's anonymous ones, which stood among the phones as bare digits. */
const hidden = (table: string): string =>
  `EXISTS (SELECT 1 FROM web_people p WHERE p.company_id = ${table}.company_id AND p.number = ${table}.number
    AND (p.jid = p.number || '@lid' OR p.jid = p.number || '@hosted.lid'))`
/** A contact that was named and found by its number is by the last four letters of it. */
const renamed = (search: string): string => `
  search = CASE WHEN name = number THEN replace(search, ${search}, 'whatsapp ' || substr(number, length(number) - 3))
    ELSE replace(search, ' ' || ${search}, '') END,
  name = CASE WHEN name = number THEN 'WhatsApp ' || substr(number, length(number) - 3) ELSE name END`

/** A contact has several addresses: Meta's ids, for each account whose numbers talked to the person; anonymous numbers. */
const ADDRESSES = `
INSERT INTO contact_addresses (company_id, contact_id, kind, value, scope, created_at)
  SELECT m.company_id, min(m.id), m.kind, m.value, m.scope, min(m.created_at) FROM (
    SELECT c.company_id, c.id, CASE WHEN substr(c.number, 3, 5) = '.ENT.' THEN 'parent' ELSE 'user' END AS kind, c.number AS value,
      CASE WHEN coalesce(a.business_account_id, '') = '' THEN 'whatsapp:' || t.whatsapp_id ELSE 'waba:' || a.business_account_id END AS scope,
      c.created_at
    FROM contacts c
    JOIN (SELECT contact_id, whatsapp_id FROM tickets UNION SELECT id, whatsapp_id FROM contacts) t ON t.contact_id = c.id
    LEFT JOIN cloud_accounts a ON a.whatsapp_id = t.whatsapp_id
    WHERE c.is_group = 0 AND c.number LIKE '__.%' AND t.whatsapp_id IS NOT NULL) m
  GROUP BY m.company_id, m.kind, m.value, m.scope;
INSERT INTO contact_addresses (company_id, contact_id, kind, value, scope, created_at)
  SELECT c.company_id, c.id, 'lid', p.number || '@lid', 'whatsapp:' || p.whatsapp_id, c.created_at
  FROM contacts c JOIN web_people p ON p.company_id = c.company_id AND p.number = c.number
  WHERE c.is_group = 0 AND (p.jid = p.number || '@lid' OR p.jid = p.number || '@hosted.lid');
UPDATE campaign_opt_outs SET number = number || '@lid' WHERE ${hidden('campaign_opt_outs')};
UPDATE campaign_recipients SET number = number || '@lid' WHERE ${hidden('campaign_recipients')};
UPDATE contact_list_items SET number = number || '@lid', number_state = 'invalid' WHERE ${hidden('contact_list_items')};
UPDATE contacts SET ${renamed('number')}, number = number || '@lid' WHERE is_group = 0 AND ${hidden('contacts')};
UPDATE web_people SET number = number || '@lid' WHERE jid = number || '@lid' OR jid = number || '@hosted.lid';
UPDATE contacts SET ${renamed('lower(number)')} WHERE is_group = 0 AND number LIKE '__.%';`

/** What happened to tickets, as far as their service cycles tell. */
const TIMELINE = `
INSERT INTO ticket_events (company_id, ticket_id, at, kind, actor)
  SELECT c.company_id, c.ticket_id, c.queued_at,
    CASE WHEN c.id = (SELECT min(f.id) FROM ticket_trackings f WHERE f.ticket_id = c.ticket_id) THEN 'opened' ELSE 'reopened' END,
    'unknown' FROM ticket_trackings c;
INSERT INTO ticket_events (company_id, ticket_id, at, kind, actor)
  SELECT c.company_id, c.ticket_id, c.started_at, 'accepted', 'unknown' FROM ticket_trackings c WHERE c.started_at IS NOT NULL;
INSERT INTO ticket_events (company_id, ticket_id, at, kind, actor)
  SELECT c.company_id, c.ticket_id, c.finished_at, 'closed', 'unknown' FROM ticket_trackings c WHERE c.finished_at IS NOT NULL;`

/** Makes the present shape of the first build's; to be run in one transaction. @param client the file, as it was left. */
export async function fromFirstBuild(client: Client): Promise<string> {
  const columns = await client.execute(
    'SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = \'table\'',
  )
  const there = new Set(columns.rows.map(row => `${row.table}.${row.column}`))
  // Those of the search indexes are as they were and follow the changes.
  const old = await client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name NOT LIKE '%\\_index\\_%' ESCAPE '\\'",
  )
  return [
    laterTables(there),
    // It has another column by now.
    'DROP INDEX cloud_messages_whatsapp;',
    outboxOfUnsettled,
    indexesIfMissing(),
    ...[FIGURES, SNOOZED, OWED, ADDRESSES, TIMELINE],
    ...old.rows.map(row => `DROP TRIGGER ${row.name};`),
    triggers('sqlite'),
  ].join('\n')
}

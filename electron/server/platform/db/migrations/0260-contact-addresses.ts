/**
 * A contact has several addresses besides the phone. What was kept of them goes over: Meta's ids from the columns of contacts,
 * for each account whose numbers talked to the person; WhatsApp's anonymous numbers, which stood among the phones as bare digits.
 */
const addressOf = (column: string): string => `
INSERT INTO contact_addresses (company_id, contact_id, kind, value, scope, former, created_at)
  SELECT m.company_id, min(m.id), m.kind, m.value, m.scope, 0, min(m.created_at) FROM (
    SELECT c.company_id, c.id, CASE WHEN substr(c.${column}, 3, 5) = '.ENT.' THEN 'parent' ELSE 'user' END AS kind, c.${column} AS value,
      CASE WHEN coalesce(a.business_account_id, '') = '' THEN 'whatsapp:' || t.whatsapp_id ELSE 'waba:' || a.business_account_id END AS scope,
      c.created_at
    FROM contacts c
    JOIN (SELECT contact_id, whatsapp_id FROM tickets UNION SELECT id, whatsapp_id FROM contacts) t ON t.contact_id = c.id
    LEFT JOIN cloud_accounts a ON a.whatsapp_id = t.whatsapp_id
    WHERE c.is_group = 0 AND c.${column} LIKE '__.%' AND t.whatsapp_id IS NOT NULL) m
  WHERE NOT EXISTS (SELECT 1 FROM contact_addresses x WHERE x.company_id = m.company_id AND x.value = m.value)
  GROUP BY m.company_id, m.kind, m.value, m.scope;`

/** Whether a row's number is one of the anonymous ones of its company. */
const hidden = (table: string): string =>
  `EXISTS (SELECT 1 FROM web_people p WHERE p.company_id = ${table}.company_id AND p.number = ${table}.number
    AND (p.jid = p.number || '@lid' OR p.jid = p.number || '@hosted.lid'))`

export const contactAddresses = `
CREATE TABLE contact_addresses (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  contact_id integer NOT NULL REFERENCES contacts(id) ON DELETE CASCADE,
  kind text NOT NULL,
  value text NOT NULL,
  scope text NOT NULL,
  former integer DEFAULT 0 NOT NULL,
  created_at integer NOT NULL
);
CREATE UNIQUE INDEX contact_addresses_value ON contact_addresses (company_id, value, scope);
CREATE INDEX contact_addresses_contact ON contact_addresses (contact_id);
ALTER TABLE contacts ADD COLUMN username text;
${addressOf('number')}${addressOf('scoped_id')}
INSERT INTO contact_addresses (company_id, contact_id, kind, value, scope, former, created_at)
  SELECT c.company_id, c.id, 'lid', p.number || '@lid', 'whatsapp:' || p.whatsapp_id, 0, c.created_at
  FROM contacts c JOIN web_people p ON p.company_id = c.company_id AND p.number = c.number
  WHERE c.is_group = 0 AND (p.jid = p.number || '@lid' OR p.jid = p.number || '@hosted.lid');
UPDATE campaign_opt_outs SET number = number || '@lid' WHERE ${hidden('campaign_opt_outs')};
UPDATE campaign_recipients SET number = number || '@lid' WHERE ${hidden('campaign_recipients')};
UPDATE contact_list_items SET number = number || '@lid', number_state = 'invalid' WHERE ${hidden('contact_list_items')};
UPDATE contacts SET
  search = CASE WHEN name = number THEN replace(search, number, 'whatsapp ' || substr(number, length(number) - 3)) ELSE replace(search, ' ' || number, '') END,
  name = CASE WHEN name = number THEN 'WhatsApp ' || substr(number, length(number) - 3) ELSE name END,
  number = number || '@lid'
  WHERE is_group = 0 AND ${hidden('contacts')};
UPDATE web_people SET number = number || '@lid' WHERE jid = number || '@lid' OR jid = number || '@hosted.lid';
UPDATE contacts SET
  search = CASE WHEN name = number THEN replace(search, lower(number), 'whatsapp ' || substr(number, length(number) - 3)) ELSE replace(search, ' ' || lower(number), '') END,
  name = CASE WHEN name = number THEN 'WhatsApp ' || substr(number, length(number) - 3) ELSE name END
  WHERE is_group = 0 AND number LIKE '__.%';
DROP INDEX contacts_scoped_id;
ALTER TABLE contacts DROP COLUMN scoped_id;
`

/**
 * What messages cost by day, and what a change would save. Months that were summed up before stand on their first day: on which
 * days they were delivered was not kept.
 */
export const messageCosts = `
CREATE TABLE message_costs (
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  whatsapp_id integer NOT NULL REFERENCES whatsapps(id) ON DELETE CASCADE,
  day text NOT NULL,
  category text NOT NULL,
  type text NOT NULL,
  billable integer NOT NULL,
  author text NOT NULL,
  queue_id integer DEFAULT 0 NOT NULL,
  user_id integer DEFAULT 0 NOT NULL,
  campaign_id integer DEFAULT 0 NOT NULL,
  messages integer DEFAULT 0 NOT NULL,
  joinable integer DEFAULT 0 NOT NULL,
  replaceable integer DEFAULT 0 NOT NULL,
  PRIMARY KEY (whatsapp_id, day, category, type, billable, author, queue_id, user_id, campaign_id)
);
CREATE INDEX message_costs_company ON message_costs (company_id, day);
INSERT INTO message_costs (company_id, whatsapp_id, day, category, type, billable, author, queue_id, user_id, campaign_id, messages)
SELECT company_id, whatsapp_id, month || '-01', category, type, billable, author, queue_id, user_id, campaign_id, messages
FROM cloud_costs;
DROP TABLE cloud_costs;
ALTER TABLE cloud_messages ADD COLUMN joinable integer DEFAULT 0 NOT NULL;
ALTER TABLE cloud_messages ADD COLUMN replaceable integer DEFAULT 0 NOT NULL;
CREATE INDEX cloud_messages_counted ON cloud_messages (company_id, counted_at) WHERE counted_at IS NOT NULL;
`

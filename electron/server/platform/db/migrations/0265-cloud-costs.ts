/** What Meta charges: the price of each own message as it is told, sums of them by month, and what a company says a message costs. */
export const cloudCosts = `
ALTER TABLE cloud_messages ADD COLUMN price_category text;
ALTER TABLE cloud_messages ADD COLUMN price_type text;
ALTER TABLE cloud_messages ADD COLUMN price_model text;
ALTER TABLE cloud_messages ADD COLUMN billable integer;
ALTER TABLE cloud_messages ADD COLUMN counted_at integer;
ALTER TABLE cloud_accounts ADD COLUMN unpaid_at integer;
CREATE TABLE cloud_costs (
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  whatsapp_id integer NOT NULL REFERENCES whatsapps(id) ON DELETE CASCADE,
  month text NOT NULL,
  category text NOT NULL,
  type text NOT NULL,
  billable integer NOT NULL,
  author text NOT NULL,
  queue_id integer DEFAULT 0 NOT NULL,
  user_id integer DEFAULT 0 NOT NULL,
  campaign_id integer DEFAULT 0 NOT NULL,
  messages integer DEFAULT 0 NOT NULL,
  PRIMARY KEY (whatsapp_id, month, category, type, billable, author, queue_id, user_id, campaign_id)
);
CREATE INDEX cloud_costs_company ON cloud_costs (company_id, month);
CREATE TABLE cloud_rates (
  company_id integer PRIMARY KEY NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  currency text NOT NULL,
  amounts text NOT NULL,
  updated_at integer NOT NULL
);
`

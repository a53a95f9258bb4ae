/** Whose numbers share one limit on writing first: the portfolio of each, and the limit as Meta last told it. */
export const portfolios = `
ALTER TABLE cloud_accounts ADD COLUMN portfolio_id text DEFAULT '' NOT NULL;
ALTER TABLE cloud_accounts ADD COLUMN daily_limit integer;
ALTER TABLE cloud_accounts ADD COLUMN daily_limit_at integer;
DROP INDEX cloud_messages_whatsapp;
CREATE INDEX cloud_messages_whatsapp ON cloud_messages (whatsapp_id, asked_at);
`

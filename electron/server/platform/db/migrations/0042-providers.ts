/** How prompts and integrations reach their providers; keys are sealed (electron/server/platform/auth/seal.ts). */
export const providers = `
ALTER TABLE prompts ADD COLUMN api_key_secret text DEFAULT '' NOT NULL;
ALTER TABLE prompts ADD COLUMN base_url text DEFAULT '' NOT NULL;
ALTER TABLE prompts ADD COLUMN model text DEFAULT '' NOT NULL;
ALTER TABLE prompts ADD COLUMN voice_key_secret text DEFAULT '' NOT NULL;
ALTER TABLE prompts ADD COLUMN voice_region text DEFAULT '' NOT NULL;
ALTER TABLE prompts ADD COLUMN prompt_tokens integer DEFAULT 0 NOT NULL;
ALTER TABLE prompts ADD COLUMN completion_tokens integer DEFAULT 0 NOT NULL;
ALTER TABLE prompts ADD COLUMN total_tokens integer DEFAULT 0 NOT NULL;
ALTER TABLE queue_integrations ADD COLUMN ixc_base_url text DEFAULT '' NOT NULL;
ALTER TABLE queue_integrations ADD COLUMN ixc_api_key_secret text DEFAULT '' NOT NULL;
ALTER TABLE queue_integrations ADD COLUMN ixc_timeout integer DEFAULT 30000 NOT NULL;
ALTER TABLE queue_integrations ADD COLUMN ixc_retry_attempts integer DEFAULT 3 NOT NULL;
ALTER TABLE queue_integrations ADD COLUMN ixc_fallback_queue_id integer REFERENCES queues(id) ON DELETE set null;
`

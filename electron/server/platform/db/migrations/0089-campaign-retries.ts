/** How often a refused recipient of a campaign was tried again: each try is a message of its own. */
export const campaignRetries = 'ALTER TABLE campaign_recipients ADD COLUMN retries integer NOT NULL DEFAULT 0;'

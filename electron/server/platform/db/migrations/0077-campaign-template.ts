/** The template a campaign is made of, with what fills its gaps (JSON). */
export const campaignTemplate = 'ALTER TABLE campaigns ADD COLUMN template text;'

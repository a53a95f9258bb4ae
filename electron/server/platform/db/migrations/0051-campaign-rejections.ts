/** Why a campaign stopped by itself, and the setting that says when: both are about rejected messages (schema-campaigns.ts). */
export const campaignRejections = `
UPDATE campaign_settings SET key = 'rejectionLimit' WHERE key = 'refusalLimit';
UPDATE campaigns SET stop_reason = 'rejections' WHERE stop_reason = 'refusals';
`

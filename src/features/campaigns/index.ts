/** Campaigns: their list and editor, the report of one, and their settings. */
export { CampaignsScreen } from './campaigns-screen'
export { ReportScreen } from './report-screen'
export { CampaignSettingsScreen } from './settings-screen'

/** Every endpoint of the contract and who answers it. */
import type { Handlers } from '../../platform/http/handlers'
import { announcementHandlers } from './announcements'
import { articleProposalHandlers } from './article-proposals'
import { articleHandlers } from './articles'
import { auditHandlers } from './audit'
import { authHandlers } from './auth'
import { integrationHandlers, promptHandlers } from './automation'
import { breakHandlers } from './breaks'
import { campaignHandlers, campaignOptOutHandlers, campaignSettingHandlers } from './campaigns'
import { chatHandlers } from './chats'
import { companyHandlers } from './companies'
import { contactListHandlers, contactListItemHandlers } from './contact-lists'
import { contactHandlers } from './contacts'
import { copilotHandlers } from './copilot'
import { dashboardHandlers } from './dashboard'
import { deliveryHandlers, externalApiHandlers, webhookHandlers } from './external-api'
import { fileListHandlers } from './file-lists'
import { floorHandlers } from './floor'
import { kanbanHandlers, ticketTagHandlers } from './kanban'
import { invitationHandlers, localNetworkHandlers } from './local-network'
import { macroHandlers } from './macros'
import { mailHandlers, passwordHandlers } from './mail'
import { mentionHandlers } from './mentions'
import { messageHandlers } from './messages'
import { noteHandlers } from './notes'
import { pairingHandlers } from './pairing'
import { invoiceHandlers, paymentHandlers, subscriptionHandlers } from './payments'
import { helpHandlers, planHandlers } from './plans'
import { holidayHandlers, queueOptionHandlers } from './queue-options'
import { queueHandlers } from './queues'
import { quickMessageHandlers } from './quick-messages'
import { reminderHandlers } from './reminders'
import { reportScheduleHandlers } from './report-schedules'
import { reportHandlers } from './reports'
import { ruleHandlers } from './rules'
import { savedViewHandlers } from './saved-views'
import { scheduleHandlers } from './schedules'
import { serviceLevelHandlers } from './service-levels'
import { settingHandlers } from './settings'
import { tagHandlers } from './tags'
import { ticketHandlers } from './tickets'
import { userHandlers } from './users'
import { versionHandlers } from './version'
import { whatsappHandlers } from './whatsapp'
import { workspaceHandlers } from './workspace'

export const handlers: Handlers = {
  ...authHandlers,
  ...versionHandlers,
  ...companyHandlers,
  ...planHandlers,
  ...helpHandlers,
  ...settingHandlers,
  ...ticketHandlers,
  ...messageHandlers,
  ...contactHandlers,
  ...noteHandlers,
  ...mentionHandlers,
  ...reminderHandlers,
  ...savedViewHandlers,
  ...macroHandlers,
  ...serviceLevelHandlers,
  ...reportScheduleHandlers,
  ...ruleHandlers,
  ...tagHandlers,
  ...kanbanHandlers,
  ...ticketTagHandlers,
  ...quickMessageHandlers,
  ...userHandlers,
  ...queueHandlers,
  ...queueOptionHandlers,
  ...holidayHandlers,
  ...whatsappHandlers,
  ...announcementHandlers,
  ...chatHandlers,
  ...breakHandlers,
  ...floorHandlers,
  ...localNetworkHandlers,
  ...invitationHandlers,
  ...passwordHandlers,
  ...mailHandlers,
  ...dashboardHandlers,
  ...reportHandlers,
  ...scheduleHandlers,
  ...invoiceHandlers,
  ...subscriptionHandlers,
  ...paymentHandlers,
  ...externalApiHandlers,
  ...webhookHandlers,
  ...deliveryHandlers,
  ...articleHandlers,
  ...articleProposalHandlers,
  ...auditHandlers,
  ...promptHandlers,
  ...copilotHandlers,
  ...integrationHandlers,
  ...contactListHandlers,
  ...contactListItemHandlers,
  ...fileListHandlers,
  ...campaignHandlers,
  ...campaignSettingHandlers,
  ...campaignOptOutHandlers,
  ...pairingHandlers,
  ...workspaceHandlers,
}

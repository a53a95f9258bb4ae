/** Every endpoint of the contract and who answers it. */
import type { Handlers } from '../../platform/http/handlers'
import { articleHandlers } from './articles'
import { auditHandlers } from './audit'
import { authHandlers } from './auth'
import { integrationHandlers, promptHandlers } from './automation'
import { campaignHandlers, campaignOptOutHandlers, campaignSettingHandlers } from './campaigns'
import { chatHandlers } from './chats'
import { companyHandlers } from './companies'
import { contactListHandlers, contactListItemHandlers } from './contact-lists'
import { contactHandlers } from './contacts'
import { copilotHandlers } from './copilot'
import { dashboardHandlers } from './dashboard'
import { deliveryHandlers, externalApiHandlers, webhookHandlers } from './external-api'
import { fileListHandlers } from './file-lists'
import { kanbanHandlers, ticketTagHandlers } from './kanban'
import { invitationHandlers, localNetworkHandlers } from './local-network'
import { mailHandlers, passwordHandlers } from './mail'
import { messageHandlers } from './messages'
import { pairingHandlers } from './pairing'
import { invoiceHandlers, paymentHandlers, subscriptionHandlers } from './payments'
import { helpHandlers, planHandlers } from './plans'
import { holidayHandlers, queueOptionHandlers } from './queue-options'
import { recordHandlers } from './records'
import { reportHandlers } from './reports'
import { scheduleHandlers } from './schedules'
import { settingHandlers } from './settings'
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
  ...kanbanHandlers,
  ...ticketTagHandlers,
  ...userHandlers,
  ...queueOptionHandlers,
  ...holidayHandlers,
  ...whatsappHandlers,
  ...chatHandlers,
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
  ...recordHandlers,
}

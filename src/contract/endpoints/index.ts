/**
 * The endpoints table: every call Turno makes and its server answers. It types the renderer's client, registers and
 * validates the embedded workspace's routes, and is checked by tests. Adding a line here without a handler in
 * electron/server does not compile.
 */
import type { z } from 'zod'
import { announcementEndpoints } from './announcements'
import { articleEndpoints } from './articles'
import { auditEndpoints } from './audit'
import { automationEndpoints } from './automation'
import { breakEndpoints } from './breaks'
import { campaignEndpoints } from './campaigns'
import { chatEndpoints } from './chats'
import { companyEndpoints } from './companies'
import { connectionEndpoints } from './connections'

export {
  type CloudRates,
  type CloudUse,
  COST_AUTHORS,
  COST_CATEGORIES,
  type CostFigures,
  type CostReport,
  type CostRow,
  cloudRates,
  costReport,
  FREE_SERVICE_MESSAGES,
  type Saving,
} from './message-costs'

import { contactListEndpoints } from './contact-lists'
import { copilotEndpoints } from './copilot'
import type { Endpoint } from './define'
import { externalApiEndpoints } from './external-api'
import { fileListEndpoints } from './file-lists'
import { floorEndpoints } from './floor'
import { kanbanEndpoints } from './kanban'
import { localNetworkEndpoints } from './local-network'
import { macroEndpoints } from './macros'
import { mailEndpoints } from './mail'
import { mentionEndpoints } from './mentions'
import { messageEndpoints } from './messages'
import { noteEndpoints } from './notes'
import { pairingEndpoints } from './pairing'
import { paymentEndpoints } from './payments'
import { peopleEndpoints } from './people'
import { queueEndpoints } from './queues'
import { quickMessageEndpoints } from './quick-messages'
import { reminderEndpoints } from './reminders'
import { reportScheduleEndpoints } from './report-schedules'
import { reportEndpoints } from './reports'
import { ruleEndpoints } from './rules'
import { savedViewEndpoints } from './saved-views'
import { scheduleEndpoints } from './schedules'
import { serviceLevelEndpoints } from './service-levels'
import { sessionEndpoints } from './session'
import { settingEndpoints } from './settings'
import { tagEndpoints } from './tags'
import { ticketEndpoints } from './tickets'
import { workplaceEndpoints } from './workplace'
import { workspaceEndpoints } from './workspace'

export const endpoints = {
  ...sessionEndpoints,
  ...settingEndpoints,
  ...companyEndpoints,
  ...tagEndpoints,
  ...kanbanEndpoints,
  ...ticketEndpoints,
  ...messageEndpoints,
  ...peopleEndpoints,
  ...noteEndpoints,
  ...mentionEndpoints,
  ...reminderEndpoints,
  ...savedViewEndpoints,
  ...macroEndpoints,
  ...serviceLevelEndpoints,
  ...reportEndpoints,
  ...reportScheduleEndpoints,
  ...ruleEndpoints,
  ...connectionEndpoints,
  ...pairingEndpoints,
  ...queueEndpoints,
  ...quickMessageEndpoints,
  ...workplaceEndpoints,
  ...chatEndpoints,
  ...mailEndpoints,
  ...announcementEndpoints,
  ...articleEndpoints,
  ...scheduleEndpoints,
  ...paymentEndpoints,
  ...externalApiEndpoints,
  ...auditEndpoints,
  ...automationEndpoints,
  ...copilotEndpoints,
  ...contactListEndpoints,
  ...fileListEndpoints,
  ...campaignEndpoints,
  ...breakEndpoints,
  ...floorEndpoints,
  ...localNetworkEndpoints,
  ...workspaceEndpoints,
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
export type EndpointOf<N extends EndpointName> = (typeof endpoints)[N]

/** What a caller passes (before defaults). */
export type ParamsIn<N extends EndpointName> = z.input<EndpointOf<N>['params']>
export type QueryIn<N extends EndpointName> = z.input<EndpointOf<N>['query']>
export type BodyIn<N extends EndpointName> = z.input<EndpointOf<N>['body']>
/** What a handler receives (after validation). */
export type ParamsOut<N extends EndpointName> = z.output<EndpointOf<N>['params']>
export type QueryOut<N extends EndpointName> = z.output<EndpointOf<N>['query']>
export type BodyOut<N extends EndpointName> = z.output<EndpointOf<N>['body']>
/** What a handler answers and what a caller gets. */
export type ResponseIn<N extends EndpointName> = z.input<EndpointOf<N>['response']>
export type ResponseOut<N extends EndpointName> = z.output<EndpointOf<N>['response']>

export { announcementForm } from './announcements'
export { articleChange, articleForm } from './articles'
export {
  integrationChange,
  integrationForm,
  type PromptTrialLine,
  promptForm,
  promptTrial,
  promptTrialLine,
} from './automation'
export { campaignForm, campaignSettingsForm } from './campaigns'
export { chatForm } from './chats'
export {
  BUSINESS_VERTICALS,
  CLOUD_FIELDS,
  type CloudField,
  type CloudPhone,
  type CloudProfile,
  type CloudResponders,
  type CloudSetUp,
  type CloudTest,
  cloudForm,
  cloudProfileForm,
} from './cloud-set-up'
export { companyForm, helpForm, planForm, signUpForm, videoCode } from './companies'
export { type ConnectionTemplates, connectionForm, pairingForm } from './connections'
export {
  type ContactListRowOutcome,
  contactListForm,
  contactListItemForm,
  contactListRow,
  contactListRowOutcome,
  LIST_ROW_REASONS,
  type ListRowReason,
} from './contact-lists'
export { type CopilotLine, copilotForm, copilotLine, type SummaryAnswer, summaryAnswer } from './copilot'
export * from './define'
export { externalAnswer, externalAnswered, externalMessage, webhookForm } from './external-api'
export { fileListForm, fileOptionForm } from './file-lists'
export {
  type InvitationPreview,
  invitationForm,
  invitationPreview,
  joinAnswer,
  joinForm,
  type LocalNetworkState,
  type NewInvitation,
  type OpenInvitation,
} from './local-network'
export {
  forgottenForm,
  MAIL_DELIVERIES,
  MAIL_SECURITIES,
  type MailSecurity,
  mailSettingsForm,
  mailTestForm,
  newPassword,
} from './mail'
export { clientId } from './messages'
export {
  COUNTRIES,
  checkoutForm,
  PAYMENT_PROVIDERS,
  type PaymentProviderName,
  paymentSettingsForm,
} from './payments'
export {
  CONTACT_CSV_HEADERS,
  type ContactCsvHeader,
  contactForm,
  IMPORT_REASONS,
  type ImportReason,
  importRow,
  newUserForm,
  userForm,
} from './people'
export { canAskPhone, PHONE_DATA, PHONE_SYNC_STATES, type PhoneDataKind, type PhoneSync } from './phone-data'
export { businessHours, holidayForm, queueForm, queueOptionForm } from './queues'
export { quickMessageForm } from './quick-messages'
export {
  type ComingWeek,
  type ForecastHour,
  RECIPIENT_OUTCOMES,
  type ReportCampaign,
  type ReportRating,
  type ReportTicket,
} from './reports'
export { scheduleForm } from './schedules'
export { signedIn } from './session'
export type { Logo } from './settings'
export { tagForm } from './tags'
export { ticketQuery } from './tickets'
export { type FirstSteps, foundingForm, type WorkspaceState } from './workspace'
/** Parts of the table for main, which makes these calls itself and only hands on the others. */
export { externalApiEndpoints, messageEndpoints, sessionEndpoints, ticketEndpoints }

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

export * from './message-costs'

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

export * from './announcements'
export * from './articles'
export * from './automation'
export * from './campaigns'
export * from './chats'
export * from './cloud-set-up'
export * from './companies'
export * from './connections'
export * from './contact-lists'
export * from './copilot'
export * from './define'
export * from './external-api'
export * from './file-lists'
export * from './local-network'
export * from './mail'
export * from './messages'
export * from './payments'
export * from './people'
export * from './phone-data'
export * from './queues'
export * from './quick-messages'
export * from './reports'
export * from './schedules'
export * from './session'
export * from './settings'
export * from './tags'
export * from './tickets'
export * from './workspace'

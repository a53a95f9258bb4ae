/**
 * The endpoints table in parts, by the first word of a name, for the windows: the schemas of a screen that nobody has
 * opened are neither loaded nor built there. What the first screens call is there from the start.
 */
import { announcementEndpoints } from './announcements'
import { breakEndpoints } from './breaks'
import type { Endpoint } from './define'
import {
  firstChatEndpoints,
  firstCompanyEndpoints,
  firstConnectionEndpoints,
  firstContactEndpoints,
  firstQueueEndpoints,
  firstUserEndpoints,
} from './first'
import type { EndpointName, EndpointOf } from './index'
import { macroEndpoints } from './macros'
import { mentionEndpoints } from './mentions'
import { messageEndpoints } from './messages'
import { noteEndpoints } from './notes'
import { quickMessageEndpoints } from './quick-messages'
import { reminderEndpoints } from './reminders'
import { savedViewEndpoints } from './saved-views'
import { sessionEndpoints } from './session'
import { settingEndpoints } from './settings'
import { tagEndpoints } from './tags'
import { ticketEndpoints } from './tickets'
import { workplaceEndpoints } from './workplace'
import { workspaceEndpoints } from './workspace'

type AreaOf<N extends string> = N extends `${infer Area}.${string}` ? Area : never
type Area = AreaOf<EndpointName>
type Part = Readonly<Record<string, Endpoint>>
/** Some of an area's endpoints at once, and how all of them come. */
interface Split {
  first: Part
  all(): Promise<Part>
}

const companies: Split = {
  first: firstCompanyEndpoints,
  all: async () => (await import('./companies')).companyEndpoints,
}
const queues: Split = {
  first: firstQueueEndpoints,
  all: async () => (await import('./queues')).queueEndpoints,
}
const people = async (): Promise<Part> => (await import('./people')).peopleEndpoints
const articles = async (): Promise<Part> => (await import('./articles')).articleEndpoints
const automation = async (): Promise<Part> => (await import('./automation')).automationEndpoints
const campaigns = async (): Promise<Part> => (await import('./campaigns')).campaignEndpoints
const contactLists = async (): Promise<Part> => (await import('./contact-lists')).contactListEndpoints
const copilot = async (): Promise<Part> => (await import('./copilot')).copilotEndpoints
const floor = async (): Promise<Part> => (await import('./floor')).floorEndpoints
const externalApi = async (): Promise<Part> => (await import('./external-api')).externalApiEndpoints
const localNetwork = async (): Promise<Part> => (await import('./local-network')).localNetworkEndpoints
const kanban = async (): Promise<Part> => (await import('./kanban')).kanbanEndpoints
const mail = async (): Promise<Part> => (await import('./mail')).mailEndpoints
const rules = async (): Promise<Part> => (await import('./rules')).ruleEndpoints
const payments = async (): Promise<Part> => (await import('./payments')).paymentEndpoints

/** Where each area's endpoints are, or how they come. An area that is missing here does not compile. */
const PARTS: Record<Area, Part | Split | (() => Promise<Part>)> = {
  announcements: announcementEndpoints,
  articleProposals: articles,
  articles,
  audit: async () => (await import('./audit')).auditEndpoints,
  auth: sessionEndpoints,
  breaks: breakEndpoints,
  campaignOptOuts: campaigns,
  campaignSettings: campaigns,
  campaigns,
  chats: { first: firstChatEndpoints, all: async () => (await import('./chats')).chatEndpoints },
  companies,
  contactListItems: contactLists,
  contactLists,
  contacts: { first: firstContactEndpoints, all: people },
  copilot,
  dashboard: workplaceEndpoints,
  deliveries: externalApi,
  externalApi,
  files: async () => (await import('./file-lists')).fileListEndpoints,
  firstSteps: workspaceEndpoints,
  helps: companies.all,
  holidays: queues.all,
  floor,
  floorAlarms: floor,
  integrations: automation,
  invoices: payments,
  invitations: localNetwork,
  kanban,
  macros: macroEndpoints,
  localNetwork,
  mail,
  messages: messageEndpoints,
  notes: noteEndpoints,
  mentions: mentionEndpoints,
  reminders: reminderEndpoints,
  pairing: async () => (await import('./pairing')).pairingEndpoints,
  passwords: mail,
  payments,
  plans: companies.all,
  prompts: automation,
  queueOptions: queues.all,
  queues,
  quickMessages: quickMessageEndpoints,
  reportSchedules: async () => (await import('./report-schedules')).reportScheduleEndpoints,
  reports: async () => (await import('./reports')).reportEndpoints,
  rules,
  savedViews: savedViewEndpoints,
  serviceLevels: async () => (await import('./service-levels')).serviceLevelEndpoints,
  schedules: async () => (await import('./schedules')).scheduleEndpoints,
  settings: settingEndpoints,
  subscription: payments,
  tags: tagEndpoints,
  tickets: ticketEndpoints,
  ticketTags: kanban,
  users: { first: firstUserEndpoints, all: people },
  version: sessionEndpoints,
  webhooks: externalApi,
  whatsapps: {
    first: firstConnectionEndpoints,
    all: async () => (await import('./connections')).connectionEndpoints,
  },
  workspace: workspaceEndpoints,
}

const isSplit = (part: Part | Split): part is Split => typeof part.all === 'function'

/**
 * One endpoint of the table; at once, or when its area is loaded.
 * @throws Error for a name the table lacks: a programming error, not a user's.
 */
export function endpointOf<N extends EndpointName>(name: N): EndpointOf<N> | Promise<EndpointOf<N>> {
  const part = PARTS[name.split('.', 1)[0] as Area]
  const pick = (from: Part): EndpointOf<N> => {
    const found = from[name]
    if (!found) throw new Error(`no endpoint ${name}`)
    return found as EndpointOf<N>
  }
  if (typeof part === 'function') return part().then(pick)
  if (!isSplit(part)) return pick(part)
  return name in part.first ? pick(part.first) : part.all().then(pick)
}

/**
 * What a server can do, as one typed record. Main finds it out on connecting; windows read it from one store. Nobody
 * asks which server there is: only whether it can do something.
 */
import { z } from 'zod'

export const CAPABILITIES = [
  /** The same client id twice is one message. */
  'clientIds',
  'reactions',
  /** Forwarding on the server; else the message is sent again. */
  'forward',
  /** Closing many tickets in one call; else one by one. */
  'closeAll',
  /** Resolving one ticket without what is configured for it (rating question, completion message). */
  'silentResolve',
  'csvImport',
  'csvExport',
  /** One setting by its key; else found in the list. */
  'settingByKey',
  /** Reading a thread can be kept from marking it read. */
  'silentReading',
  /** Several questions at once cost nobody time; else one is answered after the other, so what can wait is asked for later. */
  'parallelReads',
  /** Tickets say since when the customer waits; else the console computes it. */
  'waitingClock',
  /** Consoles learn who else is at a ticket. */
  'ticketPresence',
  /** Every change reaches every list; else lists are asked for again now and then. */
  'wholeLists',
  'contactHistory',
  'contactMedia',
  /** What happened to a ticket is kept, and read. */
  'ticketTimeline',
  'whispers',
  /** Handover cards; else the words become a note. */
  'handoverNotes',
  /** Agents take back notes of their own; else only admins delete notes. */
  'ownNotes',
  /** People change their own name, e-mail and password; else only admins change anybody. */
  'ownProfile',
  /** Who changes the own password has to know the one so far. */
  'passwordProof',
  /** A scheduled message stands in the thread once it is sent, and its failure is announced. */
  'sentSchedules',
  /** People change scheduled messages of their own; else only admins change any. */
  'ownSchedules',
  /** Everybody changes tags; else only admins do. */
  'tagChanges',
  /** Quick messages may be the whole company's; else everybody has only the own. */
  'generalQuickMessages',
  /** Quick messages may be of some queues alone. */
  'queueQuickMessages',
  /** Agents send buttons, lists and links, also by quick messages. */
  'agentMenus',
  /** Open tickets of somebody who is deleted can be given to a colleague; else they wait again. */
  'colleagueTakesOver',
  /** A ticket has one taker: the second is refused; else the console looks again after accepting. */
  'soleAccept',
  /** A resolve is taken back as if it had not been: owner, status, unread messages and clock. */
  'undoResolve',
  /** What the company says at the end of a conversation waits while the resolve may be taken back; else it leaves at once. */
  'wordsAfterUndo',
  /** One person at a time does a macro on a ticket. */
  'macroRuns',
  /** Tickets have a priority; lists know it. */
  'ticketPriority',
  /** People keep tickets at the top of their lists. */
  'pinnedTickets',
  /** Tickets are snoozed until a time, or until the customer writes. */
  'snooze',
  /** Queues hand out their tickets, people have a ceiling and skills, and take breaks. */
  'assignment',
  /** Colleagues and queues are mentioned in notes, and told. */
  'mentions',
  /** Reads the page behind a link, and shows what it is below the message. */
  'linkPreviews',
  /** Keeps what people want to be reminded of; else this computer does. */
  'reminders',
  /** Lets colleagues of its network in, by invitation: a company on somebody's computer. */
  'localNetwork',
  /** Keeps views, lists and counts what is in them; else this computer does, for whoever made them. */
  'savedViews',
  /** Rules do steps with tickets by themselves. */
  'rules',
  /** Keeps macros; else this computer keeps one's own. */
  'macros',
  /** Service levels: deadlines of tickets by queue, tag and number; else a wait is long after 5 and 15 minutes. */
  'serviceLevels',
  /** Figures of a period by queue, person, number, tag and hour; else what the dashboard's calls give. */
  'reports',
  /** What messages cost, in the reports. */
  'messageCosts',
  /** The live floor knows the last hour, and since when people hold what is open. */
  'liveFloor',
  /** The messages of a conversation are searched on the server; else those this computer has. */
  'threadSearch',
  /** The super-administrator settles invoices by hand and chooses how the platform is paid. */
  'platformPayments',
  /** The super-administrator says which mail server mails leave by. */
  'platformMail',
  /** Tickets without a queue are listed to those who may see them; else to everybody. */
  'unqueuedApart',
  /** Group tickets are listed and counted by themselves, resolved ones too; else they stand among the others. */
  'groupList',
  /** Messages of a connection by hour, and how many conversations answer from it. */
  'connectionFigures',
  /** All connections are restarted in one call. */
  'connectionRestart',
  /** A connection has a text of its own for transfers. */
  'connectionTransferText',
  /** The company's holidays close it, or keep other hours. */
  'holidays',
  /** Business hours with breaks, and days that close after midnight; else a day opens once and closes on the same day. */
  'dayParts',
  /** Who changed what is kept and can be read. */
  'auditLog',
  /** Everything about one contact is given out as a ZIP, and erased for good. */
  'personalData',
  /** Two contacts that are one person are made one. */
  'contactMerge',
  /** Logos in the place of Turno's mark. */
  'logos',
  /** An option of a chatbot ends it or leads to another queue; else it only answers and leads deeper. */
  'optionEndings',
  /** A new company's first steps are kept, and tick by themselves. */
  'firstSteps',
  /** Campaigns say whom they reach, send tests, leave people out, and draw what they did over time. */
  'campaignTools',
  /** What happens is sent to other programs, signed, with a log. */
  'webhooks',
  /** The messages API knows idempotency keys, says what it stored, and describes itself. */
  'describedApi',
  /** Queues are put into an order in one call; else one by one. */
  'queueOrder',
  /** Prompts may ask another address and model, are tried out in their editor, and count their tokens. */
  'aiProviders',
  /** Agents are helped to write: suggestions, rewriting. */
  'copilot',
  /** Articles of the company's knowledge. */
  'knowledge',
  /** Integrations with IXC. */
  'ixc',
  /** Numbers of contact lists are asked about in the background, and lists filtered by what came of it. */
  'contactListChecks',
  /** Agents are sent customers' numbers masked, where a company wants it. */
  'maskedNumbers',
  /** Signing in with a second step; else by password alone. */
  'twoFactor',
  /** Agents run campaigns; else they are the administrators'. */
  'agentCampaigns',
  /** Campaigns keep every interval of their settings; else only the one between two messages. */
  'campaignPace',
  /** Menus of chatbots as lists and buttons; else as text only. */
  'interactiveMenus',
  /** Chatbots answer by the rules the preview in the editors follows; else menus are numbered by what is stored. */
  'workspaceBot',
  /** Settings beyond those of earlier servers: what happens out of hours, the time zone, sign-up, limits. */
  'extendedSettings',
  /** The code for a new password is valid for a while only. */
  'resetCodeEnds',
  /** Plans that are not offered at the sign-up, and a 0 that means "as many as you like"; else 0 is none. */
  'planChoices',
  /** Whoever is given a ticket is shown it, whatever its queue; else only tickets of the own queues. */
  'givenTickets',
  /** Scheduled messages of somebody who is deleted go to whoever deletes; else they stay without anybody. */
  'schedulesTakeOver',
] as const
export type Capability = (typeof CAPABILITIES)[number]

/** `equivalent`: the server has no such call, and Turno does it another way. */
export const CAPABILITY_LEVELS = ['native', 'equivalent', 'missing'] as const
export type CapabilityLevel = (typeof CAPABILITY_LEVELS)[number]

const level = z.enum(CAPABILITY_LEVELS).default('missing')
const levels = Object.fromEntries(CAPABILITIES.map(name => [name, level])) as Record<Capability, typeof level>

export const capabilities = z.object(levels)
export type Capabilities = z.output<typeof capabilities>

/** One level for everything, then what differs. */
export function capabilitiesOf(
  all: CapabilityLevel,
  differing: Partial<Record<Capability, CapabilityLevel>> = {},
): Capabilities {
  return capabilities.parse({ ...Object.fromEntries(CAPABILITIES.map(name => [name, all])), ...differing })
}

/** What a server said of itself. */
export const serverFacts = z.object({
  version: z.string(),
  /** `turno` speaks the contract by itself; `legacy` is a legacy server (docs/legacy-server.md). */
  adapter: z.enum(['turno', 'legacy']),
  capabilities,
})
export type ServerFacts = z.output<typeof serverFacts>

/** Whether a server lists tickets without a queue to everybody; one that was not heard yet is not said to. */
export const unqueuedForAll = (facts: ServerFacts | null): boolean =>
  facts !== null && facts.capabilities.unqueuedApart !== 'native'

/** A server that can be chosen. */
export const serverEntry = z.object({
  /** One of this computer's workspaces (src/contract/demo.ts), else the address of the API. */
  key: z.string(),
  /** Address people find it at, which may lack the path of the API; null for a workspace of this computer. */
  address: z.string().nullable(),
  /** Where the API of the server in use was found, for other programs. */
  api: z.string().nullish(),
  /** Host and port, for people. */
  label: z.string(),
  /** Set by the company's configuration. */
  configured: z.boolean(),
  /** Plain http to another computer: words and passwords can be read on the way. */
  insecure: z.boolean(),
  /** A session for it is kept on this computer. */
  signedIn: z.boolean(),
  /** Version it gave when it was last asked; null when unknown. */
  version: z.string().nullable(),
})
export type ServerEntry = z.output<typeof serverEntry>

export const serversState = z.object({
  /** Key of the server in use; UNCHOSEN_KEY while the first window asks. */
  current: z.string(),
  /** The configuration does not let anybody choose another server. */
  locked: z.boolean(),
  /** In the order they are offered: this computer's workspaces, configured one, then the latest used. */
  servers: z.array(serverEntry),
  /** What the current server can do; null until it answered. */
  facts: serverFacts.nullable(),
  /** Milliseconds the server's clock is ahead of this computer's; 0 while unknown. */
  clockOffsetMs: z.number(),
})
export type ServersState = z.output<typeof serversState>

/** What asking an address brought. */
export const serverCheck = z.union([
  z.object({
    ok: z.literal(true),
    key: z.string(),
    address: z.string(),
    label: z.string(),
    insecure: z.boolean(),
    facts: serverFacts,
  }),
  z.object({ ok: z.literal(false), reason: z.enum(['invalid', 'unreachable', 'certificate', 'notAServer']) }),
])
export type ServerCheck = z.output<typeof serverCheck>

/**
 * Every setting by its key: what it may hold, what holds where nobody chose, whose it is, who
 * reads it and who changes it. The workspace validates by this table, the settings screen draws its controls from it.
 * Which code obeys each key, and which test shows it, is in docs/settings.md.
 */
import { areBreakReasons } from './assignment'
import { MENU_KINDS } from './bot-choices'
import { DEFAULT_DOWNLOAD_LIMIT_MB } from './constants'
import { DEFAULT_TIME_ZONE, isTimeZone } from './time-zone'

/** Circles of readers; each reads what the ones before it read. `public`: nobody is signed in. */
export const READERS = ['public', 'member', 'admin', 'super'] as const
export type Readership = (typeof READERS)[number]

/** Most characters of a credential of an integration. */
export const SETTING_TEXT_MAX = 500
/** How long the audit log may be kept, in days. */
export const AUDIT_RETENTION_DAYS = { min: 30, max: 3_650, initial: 365 } as const
/** Largest downloadLimit, in megabytes. */
export const DOWNLOAD_LIMIT_MAX_MB = 2_048

interface Rule {
  read: Readership
  write: 'admin' | 'super'
  /** `platform`: one value for every company, kept by the first one (the platform's own). */
  scope: 'company' | 'platform'
  /** What holds where nobody chose. */
  initial: string
}

export type SettingRule = Rule &
  (
    | { kind: 'choice'; values: readonly string[] }
    | { kind: 'number'; min: number; max: number }
    | { kind: 'zone' }
    | { kind: 'breaks' }
    | { kind: 'text'; secret: boolean }
  )

const company = { read: 'member', write: 'admin', scope: 'company' } as const
const platform = { write: 'super', scope: 'platform' } as const

type Scoped<S extends SettingRule['scope']> = SettingRule & { scope: S }

const flag = (initial: 'enabled' | 'disabled'): Scoped<'company'> => ({
  ...company,
  kind: 'choice',
  values: ['enabled', 'disabled'],
  initial,
})
const openness: Scoped<'platform'> = {
  ...platform,
  read: 'public',
  kind: 'choice',
  values: ['enabled', 'disabled'],
  initial: 'enabled',
}
const credential = (secret: boolean): Scoped<'company'> => ({
  read: 'super',
  write: 'super',
  scope: 'company',
  kind: 'text',
  secret,
  initial: '',
})

export const SETTINGS = {
  userRating: flag('disabled'),
  scheduleType: { ...company, kind: 'choice', values: ['disabled', 'queue', 'company'], initial: 'disabled' },
  outOfHoursAction: { ...company, kind: 'choice', values: ['pending', 'closed'], initial: 'pending' },
  call: flag('enabled'),
  CheckMsgIsGroup: flag('disabled'),
  soundGroupNotifications: flag('disabled'),
  groupsTab: flag('disabled'),
  chatbotAutoExit: flag('disabled'),
  sendGreetingAccepted: flag('disabled'),
  mentionsOpenTickets: flag('disabled'),
  /** Agents run campaigns, too (./permissions). */
  agentsRunCampaigns: flag('disabled'),
  /** The server reads the page behind a link: whose page it is can tell that somebody read the message. */
  linkPreviews: flag('disabled'),
  sendMsgTransfTicket: flag('disabled'),
  /** Agents see customers' numbers masked (./masked-numbers). */
  maskNumbers: flag('disabled'),
  /** Nobody signs in without a code of an authenticator app (./two-factor). */
  twoFactorForAll: flag('disabled'),
  sendGreetingMessageOneQueues: flag('disabled'),
  timezone: { ...company, kind: 'zone', initial: DEFAULT_TIME_ZONE },
  /** Why people take breaks (./assignment); empty: the reasons that have a name in every language. */
  breakReasons: { ...company, kind: 'breaks', initial: '' },
  /** Days the audit log is kept (beyond the specification). */
  auditRetentionDays: {
    ...company,
    read: 'admin',
    kind: 'number',
    min: AUDIT_RETENTION_DAYS.min,
    max: AUDIT_RETENTION_DAYS.max,
    initial: String(AUDIT_RETENTION_DAYS.initial),
  },

  allowregister: openness,
  viewregister: openness,
  userCreation: openness,
  trial: { ...platform, read: 'public', kind: 'number', min: 1, max: 7, initial: '3' },
  downloadLimit: {
    ...platform,
    read: 'member',
    kind: 'number',
    min: 1,
    max: DOWNLOAD_LIMIT_MAX_MB,
    initial: String(DEFAULT_DOWNLOAD_LIMIT_MB),
  },

  /** AI models and integrations may be asked at addresses of the server's own network, and without TLS. */
  localProviders: { ...openness, read: 'admin', initial: 'disabled' },

  // No behaviour follows from these: they are kept for the programs that write them, and shown nowhere.
  ipixc: credential(false),
  tokenixc: credential(true),
  ipmkauth: credential(false),
  clientidmkauth: credential(true),
  clientsecretmkauth: credential(true),
  asaas: credential(true),

  // Written by legacy servers with a company, and by its form here.
  campaignsEnabled: {
    ...company,
    write: 'super',
    kind: 'choice',
    values: ['true', 'false'],
    initial: 'false',
  },
  chatBotType: { ...company, kind: 'choice', values: MENU_KINDS, initial: 'text' },
} as const satisfies Record<string, SettingRule>

export type SettingKey = keyof typeof SETTINGS

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[]

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key)

/** The rule of a key; null for one that is not in the table. */
export const settingRule = (key: string): SettingRule | null => (isSettingKey(key) ? SETTINGS[key] : null)

/** Whether a setting may hold a value. Keys outside the table hold nothing. */
export function settingAccepts(key: string, value: string): boolean {
  const rule = settingRule(key)
  switch (rule?.kind) {
    case 'choice':
      return rule.values.includes(value)
    case 'number':
      return /^[1-9]\d*$/.test(value) && Number(value) >= rule.min && Number(value) <= rule.max
    case 'zone':
      return value !== '' && isTimeZone(value)
    case 'breaks':
      return areBreakReasons(value)
    case 'text':
      return value.length <= SETTING_TEXT_MAX && !/\p{Cc}/u.test(value)
    default:
      return false
  }
}

/**
 * What a setting means: what is stored when the table allows it, else what holds where nobody chose. Legacy servers
 * store anything.
 */
export const settingValue = (key: SettingKey, stored: string | undefined): string =>
  stored !== undefined && settingAccepts(key, stored) ? stored : SETTINGS[key].initial

/** Settings that have no effect while another one holds a value. */
const DEPENDS: Partial<Record<SettingKey, { on: SettingKey; idleAt: string }>> = {
  groupsTab: { on: 'CheckMsgIsGroup', idleAt: 'enabled' },
  soundGroupNotifications: { on: 'CheckMsgIsGroup', idleAt: 'enabled' },
  outOfHoursAction: { on: 'scheduleType', idleAt: 'disabled' },
  viewregister: { on: 'allowregister', idleAt: 'disabled' },
}

/** The setting another one's effect hangs on; null when on none. */
export const settingDependsOn = (key: SettingKey): SettingKey | null => DEPENDS[key]?.on ?? null

/** Whether a setting has no effect while the one it depends on holds that value. */
export const isSettingIdle = (key: SettingKey, other: string): boolean => DEPENDS[key]?.idleAt === other

/** Where a logo of one's own stands in for Turno's mark. */
export const LOGO_TARGETS = [
  'signup',
  'login',
  'interno',
  'favicon',
  'favicon-256x256',
  'apple-touch-icon',
] as const
export type LogoTarget = (typeof LOGO_TARGETS)[number]
/** Kinds of file a logo may be. */
export const LOGO_TYPES = ['png', 'ico', 'svg'] as const
export type LogoType = (typeof LOGO_TYPES)[number]
/** Most bytes of a logo. */
export const LOGO_MAX_BYTES = 1024 * 1024
/** Longest side of a PNG logo, in pixels. */
export const LOGO_MAX_SIDE = 4_096
/** What a server of this kind answers to an upload. */
export const LOGO_STORED = 'Arquivo Anexado'

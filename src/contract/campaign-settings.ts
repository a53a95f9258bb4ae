/**
 * The settings of a company's campaigns. They travel as rows of key and text; here they become one record and back. Pure.
 */
import type { CustomVariable } from './campaign-messages'
import type { Pace, QuietHours } from './campaign-pace'
import { minutesOf } from './hours'

/** Seconds that may be chosen between two messages. */
export const MESSAGE_INTERVALS = [0, 5, 10, 15, 20] as const
/** Seconds that may be chosen for the other two. */
export const LONGER_INTERVALS = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const
/** Rejections in a row that may be chosen as too many; 0 never stops. */
export const REJECTION_LIMITS = [0, 5, 10, 20, 50] as const
export const CAMPAIGN_VARIABLE = { maxKey: 50, maxValue: 1_000, most: 100 } as const
export const OPT_OUT_WORD = { maxChars: 40, most: 20 } as const

export interface CampaignSettings extends Pace {
  variables: CustomVariable[]
  quiet: QuietHours
  optOutWords: string[]
  /** A campaign stops after so many rejections in a row; 0 never. */
  rejectionLimit: number
}

export const CAMPAIGN_DEFAULTS: CampaignSettings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  quiet: { from: '', to: '' },
  optOutWords: [],
  rejectionLimit: 10,
}

/** A row as servers keep it: figures as text, the rest as JSON text. */
export interface SettingText {
  key: string
  value: string
}

function listIn(value: string | undefined): unknown[] {
  try {
    const read: unknown = JSON.parse(value ?? '[]')
    return Array.isArray(read) ? read : []
  } catch {
    return []
  }
}

/** What rows mean; whatever is missing or not readable is what holds where nobody chose. Legacy servers store anything. */
export function campaignSettingsOf(rows: readonly SettingText[]): CampaignSettings {
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const figure = (
    key: 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval' | 'rejectionLimit',
  ): number => {
    const value = stored.get(key)?.trim() ?? ''
    return /^\d{1,6}$/.test(value) ? Number(value) : CAMPAIGN_DEFAULTS[key]
  }
  const clock = (key: string): string => {
    const value = stored.get(key) ?? ''
    return minutesOf(value) === null ? '' : value
  }
  const variables = listIn(stored.get('variables')).flatMap((entry): CustomVariable[] => {
    const { key, value } = (entry ?? {}) as Partial<CustomVariable>
    return typeof key === 'string' && typeof value === 'string' ? [{ key, value }] : []
  })
  return {
    messageInterval: figure('messageInterval'),
    longerIntervalAfter: figure('longerIntervalAfter'),
    greaterInterval: figure('greaterInterval'),
    rejectionLimit: figure('rejectionLimit'),
    variables,
    quiet: { from: clock('quietFrom'), to: clock('quietTo') },
    optOutWords: listIn(stored.get('optOutWords')).filter(word => typeof word === 'string'),
  }
}

/** The same as members of a request. */
export const campaignSettingsBody = (settings: CampaignSettings) => ({
  messageInterval: settings.messageInterval,
  longerIntervalAfter: settings.longerIntervalAfter,
  greaterInterval: settings.greaterInterval,
  rejectionLimit: settings.rejectionLimit,
  variables: settings.variables,
  quietFrom: settings.quiet.from,
  quietTo: settings.quiet.to,
  optOutWords: settings.optOutWords,
})

/** Adds a variable, unless its key is there already. */
export const withVariable = (list: readonly CustomVariable[], added: CustomVariable): CustomVariable[] =>
  list.some(({ key }) => key === added.key) ? [...list] : [...list, added]

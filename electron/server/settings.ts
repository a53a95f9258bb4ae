/** Company settings as rules read them: always fresh, missing keys read as "". */
import {
  DEFAULT_TIME_ZONE,
  type GroupRules,
  groupRules,
  isTimeZone,
  type Readership,
  readsSetting,
} from '@contract'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Reader } from './db/client'
import { amongIds, prepared } from './db/prepared'
import { settings } from './db/schema'

/** Keys that have an effect in this server. */
export type SettingKey =
  | 'sendGreetingAccepted'
  | 'sendMsgTransfTicket'
  | 'userRating'
  | 'CheckMsgIsGroup'
  | 'groupsTab'
  | 'downloadLimit'
  | 'scheduleType'
  | 'sendGreetingMessageOneQueues'
  | 'outOfHoursAction'
  | 'chatbotAutoExit'
  | 'call'
  | 'timezone'
  | 'userCreation'

const settingRows = prepared(db =>
  db
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(and(eq(settings.companyId, sql.placeholder('companyId')), amongIds(settings.key)))
    .prepare(),
)

/** Values of some keys of one company. */
export async function settingsOf<K extends SettingKey>(
  db: Reader,
  companyId: number,
  keys: readonly K[],
): Promise<Record<K, string>> {
  const rows = await settingRows(db).all({ companyId, ids: JSON.stringify(keys) })
  const found = new Map(rows.map(row => [row.key, row.value]))
  return Object.fromEntries(keys.map(key => [key, found.get(key) ?? ''])) as Record<K, string>
}

/** The time zone of a company: what its day, its hours and its greetings go by. */
export async function timeZoneOf(db: Reader, companyId: number): Promise<string> {
  const { timezone } = await settingsOf(db, companyId, ['timezone'])
  return isTimeZone(timezone) ? timezone : DEFAULT_TIME_ZONE
}

/** Settings of a company as one circle of readers gets them (src/contract/readers.ts), by key. */
export async function readableSettings(
  db: Reader,
  companyId: number,
  reader: Readership,
): Promise<{ key: string; value: string; companyId: number }[]> {
  const rows = await db
    .select({ key: settings.key, value: settings.value, companyId: settings.companyId })
    .from(settings)
    .where(eq(settings.companyId, companyId))
    .orderBy(asc(settings.key))
  return rows.filter(row => readsSetting(reader, row.key))
}

export const isEnabled = (value: string): boolean => value === 'enabled' || value === 'true'

/** What a company's settings say about groups, by the one rule of the contract. */
export async function groupRulesOf(db: Reader, companyId: number): Promise<GroupRules> {
  const values = await settingsOf(db, companyId, ['groupsTab', 'CheckMsgIsGroup'])
  return groupRules(key => (key === 'groupsTab' ? values.groupsTab : values.CheckMsgIsGroup))
}

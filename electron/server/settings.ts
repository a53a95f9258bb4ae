/**
 * Settings for rules: always fresh, typed by the table of src/contract/settings.ts. Missing and invalid values read as
 * the default. The platform's settings are the first company's.
 */
import {
  type GroupRules,
  groupRules,
  type Readership,
  readsSetting,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
  settingRule,
  settingValue,
} from '@contract'
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Reader } from './platform/db/client'
import { amongIds } from './platform/db/engine/words'
import { prepared } from './platform/db/prepared'
import { companies, settings } from './platform/db/schema'

const PLATFORM_KEYS = SETTING_KEYS.filter(key => SETTINGS[key].scope === 'platform')

/** The first company: the platform's own. */
const first: SQL = sql`(select min(${companies.id}) from ${companies})`
const ofPlatform = and(eq(settings.companyId, first), inArray(settings.key, PLATFORM_KEYS))

const settingRows = prepared(db =>
  db
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(and(eq(settings.companyId, sql.placeholder('companyId')), amongIds(settings.key)))
    .prepare(),
)

type CompanyKey = {
  [K in SettingKey]: (typeof SETTINGS)[K]['scope'] extends 'company' ? K : never
}[SettingKey]
type PlatformKey = Exclude<SettingKey, CompanyKey>

/** Values of some keys of one company. */
export async function settingsOf<K extends CompanyKey>(
  db: Reader,
  companyId: number,
  keys: readonly K[],
): Promise<Record<K, string>> {
  const rows = await settingRows(db).all({ companyId, ids: JSON.stringify(keys) })
  const found = new Map(rows.map(row => [row.key, row.value]))
  return Object.fromEntries(keys.map(key => [key, settingValue(key, found.get(key))])) as Record<K, string>
}

/** A setting of the platform. */
export async function platformSetting(db: Reader, key: PlatformKey): Promise<string> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.companyId, first), eq(settings.key, key)))
  return settingValue(key, row?.value)
}

/**
 * Whether AI providers, integrations and webhooks may have local addresses, and plain http (setting `localProviders`).
 */
export const localProviders = async (db: Reader): Promise<boolean> =>
  isEnabled(await platformSetting(db, 'localProviders'))

/** Id of the company that holds the platform's settings; null in a workspace without companies. */
export async function platformCompany(db: Reader): Promise<number | null> {
  const [row] = await db.select({ id: sql<number | null>`min(${companies.id})` }).from(companies)
  return row?.id ?? null
}

/** A company's time zone: for its days, hours and greetings. */
export async function timeZoneOf(db: Reader, companyId: number): Promise<string> {
  return (await settingsOf(db, companyId, ['timezone'])).timezone
}

export interface ReadableSetting {
  key: string
  value: string
  companyId: number
}

/**
 * The company's and the platform's settings a circle of readers gets (src/contract/readers.ts), by key; only chosen
 * ones.
 */
export async function readableSettings(
  db: Reader,
  companyId: number,
  reader: Readership,
): Promise<ReadableSetting[]> {
  const rows = await db
    .select({
      key: settings.key,
      value: settings.value,
      platform: sql<number>`${settings.companyId} = ${first}`,
    })
    .from(settings)
    .where(or(eq(settings.companyId, companyId), ofPlatform))
    .orderBy(asc(settings.key))
  return rows
    .filter(row => settingRule(row.key)?.scope !== 'platform' || row.platform !== 0)
    .filter(row => readsSetting(reader, row.key))
    .map(({ key, value }) => ({ key, value, companyId }))
}

export const isEnabled = (value: string): boolean => value === 'enabled'

/** What a company's settings say about groups, by the contract's rule. */
export async function groupRulesOf(db: Reader, companyId: number): Promise<GroupRules> {
  const values = await settingsOf(db, companyId, ['groupsTab', 'CheckMsgIsGroup'])
  return groupRules(key => (key === 'groupsTab' ? values.groupsTab : values.CheckMsgIsGroup))
}

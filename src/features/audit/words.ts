/** Fields and values of the audit log in people's words. Pure. */
import {
  type AuditEntry,
  CONNECTION_STATUSES,
  isSettingKey,
  PRIORITIES,
  PROFILES,
  RECURRENCES,
  SECRET_DOTS,
  SETTING_KEYS,
  settingRule,
  TICKET_STATUSES,
} from '@contract'
import { type Formatters, isTextKey, type TFunction } from '@/i18n'

/** A field whose value is the call: the server writes it where nothing was created, changed or deleted. */
export const OPERATION = 'operation'

/** The words other screens show a stored value with, by its field and, where fields share a name, its subject. */
const VALUE_KEYS: Readonly<Record<string, string>> = {
  profile: 'users.profile.',
  recurrence: 'companies.recurrence.',
  priority: 'workplace.announcements.priority',
  'whatsapps.status': 'connections.status.',
  'whatsapps.statusReason': 'connections.reason.',
  'whatsapps.provider': 'connections.provider.',
  'tickets.status': 'tickets.header.status_',
  'tickets.priority': 'tickets.priority.',
  'tickets.heldBy': 'tickets.held.',
  'tickets.snoozedUntil': 'tickets.snooze.',
  'queues.assignMode': 'queues.assign.mode.',
  'queues.assignAway': 'queues.assign.away.',
  'serviceLevels.clock': 'serviceLevels.clocks.',
}

/** Fields stored as 0 and 1. */
const SWITCHES: ReadonlySet<string> = new Set(['kanban'])
const YES: ReadonlySet<string> = new Set(['true', 'enabled', '1'])
const NO: ReadonlySet<string> = new Set(['false', 'disabled', '0'])
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The words of a key made of data; null where there are none. */
export const words = (t: TFunction, key: string): string | null => (isTextKey(key) ? t(key) : null)

/** What a field is called, in the log's texts or its area's own; one that has no words yet stays as the server calls it. */
export const fieldText = (t: TFunction, subject: string, field: string): string =>
  subject === 'settings'
    ? (words(t, `settings.options.item.${field}.name`) ?? field)
    : (words(t, `audit.fields.${field}`) ?? words(t, `${subject}.${field}`) ?? field)

/** Opening hours as they are stored, a day after the other; null for text that is something else. */
function hoursText(t: TFunction, value: string): string | null {
  try {
    const days: unknown = JSON.parse(value)
    if (!Array.isArray(days)) return null
    return days
      .map(({ weekdayEn, startTime, endTime }) => {
        const day = words(t, `hours.day.${weekdayEn}`) ?? weekdayEn
        return `${day} ${startTime === endTime ? t('audit.closed') : `${startTime}–${endTime}`}`
      })
      .join('; ')
  } catch {
    return null // cut short by the server, or no list
  }
}

const settingText = (t: TFunction, key: string, value: string): string | null => {
  const rule = isSettingKey(key) ? settingRule(key) : null
  if (rule?.kind !== 'choice') return value
  return words(t, `settings.options.value.${key}.${value}`)
}

/** Values of choices with what they are called: those of settings, profiles, recurrences and states. */
export function choiceTexts(t: TFunction): [value: string, said: string][] {
  const under = (prefix: string | undefined, values: readonly string[]) =>
    values.map((value): [string, string | null] => [value, words(t, `${prefix}${value}`)])
  return [
    ...under(VALUE_KEYS.profile, PROFILES),
    ...under(VALUE_KEYS.recurrence, RECURRENCES),
    ...under(VALUE_KEYS['whatsapps.status'], CONNECTION_STATUSES),
    ...under(VALUE_KEYS['tickets.status'], TICKET_STATUSES),
    ...under(VALUE_KEYS['tickets.priority'], PRIORITIES),
    ...SETTING_KEYS.flatMap(key => {
      const rule = settingRule(key)
      // Yes and no are those of every switch.
      return rule?.kind === 'choice'
        ? under(`settings.options.value.${key}.`, rule.values).filter(
            ([value]) => !YES.has(value) && !NO.has(value),
          )
        : []
    }),
  ].filter((one): one is [string, string] => one[1] !== null)
}

/** A stored value as people read it: yes and no, dates, amounts, the words of a choice; anything else as it is. */
export function valueText(
  t: TFunction,
  format: Formatters,
  subject: string,
  field: string,
  value: string,
): string {
  if (value === '' || value === SECRET_DOTS) return value
  if (field === OPERATION) return words(t, `audit.operations.${value.replace('.', '_')}`) ?? value
  const known =
    subject === 'settings'
      ? settingText(t, field, value)
      : words(t, `${VALUE_KEYS[`${subject}.${field}`] ?? VALUE_KEYS[field] ?? '-'}${value}`)
  if (known !== null) return known
  if (field === 'schedules') return hoursText(t, value) ?? value
  if (field === 'value' && subject === 'plans') return format.money(Number(value))
  const digit = value === '0' || value === '1'
  if (!digit || SWITCHES.has(field)) {
    if (YES.has(value)) return t('common.yes')
    if (NO.has(value)) return t('common.no')
  }
  if (INSTANT.test(value)) return format.exact(value)
  if (DAY.test(value)) return format.date(value)
  return /^\d+$/.test(value) && field.endsWith('Id') ? t('audit.numbered', { id: value }) : value
}

/** The call of an entry that tells of one, as a key of `audit.operations`. */
export const operationOf = ({ changes, subjectName }: Pick<AuditEntry, 'changes' | 'subjectName'>): string =>
  (changes.find(({ field }) => field === OPERATION)?.to ?? subjectName).replace('.', '_')

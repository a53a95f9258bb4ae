/** An entry of the audit log as a sentence. Pure. */
import type { AuditEntry } from '@contract'
import { isTextKey, type KeyBelow, keysBelow, type TFunction, textAreas } from '@/i18n'
import { fieldText, operationOf, words } from './words'

type Said = KeyBelow<'audit.says'>
const isSaid = (action: string): action is Said => isTextKey(`audit.says.${action}`)

/** Areas a filter offers: those of the log's own texts, then those that say it in theirs (`<area>.subject`). */
export const auditSubjects = (): string[] => [
  ...keysBelow('audit.subjects'),
  ...textAreas().filter(area => isTextKey(`${area}.subject`)),
]

/** The thing an entry is about, in words; an area that has no words yet stays as the server calls it. */
export const subjectText = (t: TFunction, subject: string): string =>
  words(t, `audit.subjects.${subject}`) ?? words(t, `${subject}.subject`) ?? subject

type Operation = KeyBelow<'audit.operations'>
const isOperation = (name: string): name is Operation => isTextKey(`audit.operations.${name}`)

/** Operations that name what they were done to. */
const WHOLE: ReadonlySet<Operation> = new Set([
  'contacts_importCsv',
  'contacts_sync',
  'queues_order',
  'settings_removeLogo',
  'settings_uploadLogo',
  'subscription_pay',
  'tickets_closeAll',
  'whatsapps_restart',
  'workspaceFile_behind',
  'workspaceFile_damaged',
  'workspaceFile_empty',
  'workspaceFile_missing',
  'workspaceFile_restored',
  'workspaceFile_copyUnusable',
])

/** What a subject is called in an entry: a setting by its name on the settings page. */
const nameOf = (t: TFunction, { subject, subjectName, subjectId }: AuditEntry): string => {
  if (subject === 'settings') return fieldText(t, subject, subjectName)
  return isOperation(subjectName.replace('.', '_')) ? '' : subjectName || subjectId
}

/** Who did it; whoever keeps the platform is none of the company's people, and the server does some by itself. */
export const whoOf = (t: TFunction, { userName, byPlatform }: AuditEntry): string =>
  byPlatform ? t('audit.byPlatform', { name: userName }) : userName || t('audit.byItself')

/** What was done: "Changed queue Vendas". An action nobody knows reads as having run something. */
export function sentenceOf(t: TFunction, entry: AuditEntry): string {
  const action = isSaid(entry.action) ? entry.action : 'run'
  const what = [subjectText(t, entry.subject), nameOf(t, entry)].filter(Boolean).join(' ')
  const whole = `export_${entry.subject}`
  const all = !(entry.subjectName || entry.subjectId)
  if (action === 'export' && all && isOperation(whole)) return t(`audit.operations.${whole}`)
  const operation = operationOf(entry)
  if (action !== 'run' || !isOperation(operation)) return t(`audit.says.${action}`, { what })
  const done = t(`audit.operations.${operation}`)
  return WHOLE.has(operation) ? done : `${done} ${what}`
}

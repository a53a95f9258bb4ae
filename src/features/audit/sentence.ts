/** An entry of the audit log as a sentence. Pure. */
import type { AuditEntry } from '@contract'
import type { TFunction } from '@/i18n'
import { texts } from './texts'

type Subject = keyof typeof texts.pt.subjects
type Said = keyof typeof texts.pt.says

const SUBJECTS = Object.keys(texts.pt.subjects)
const isSubject = (subject: string): subject is Subject => SUBJECTS.includes(subject)
const isSaid = (action: string): action is Said => Object.hasOwn(texts.pt.says, action)

/** Areas a filter offers, in the order they are listed. */
export const auditSubjects: readonly string[] = SUBJECTS

/** The thing an entry is about, in words; an area that has no words yet stays as the server calls it. */
export const subjectText = (t: TFunction, subject: string): string =>
  isSubject(subject) ? t(`audit.subjects.${subject}`) : subject

/** What was done: "Changed queue Vendas". An action nobody knows reads as having run something. */
export function sentenceOf(t: TFunction, entry: AuditEntry): string {
  const action = isSaid(entry.action) ? entry.action : 'run'
  const what = [subjectText(t, entry.subject), entry.subjectName || entry.subjectId].filter(Boolean).join(' ')
  return t(`audit.says.${action}`, { what })
}

import { type AuditEntry, type EndpointName, endpoints, SETTING_KEYS, settingRule } from '@contract'
import { getTableColumns } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditSubjects, sentenceOf, subjectText } from '@/features/audit/sentence'
import { fieldText, valueText } from '@/features/audit/words'
import { formatters, i18n, LANGUAGES, type Language, loadLanguage } from '@/i18n'
import {
  actionOf,
  isAudited,
  PARTS,
  SUBJECTS,
  UNFOLDED,
} from '../../../electron/server/platform/audit/audited'
import { SILENT } from '../../../electron/server/platform/audit/record'

beforeAll(async () => {
  for (const language of LANGUAGES) await loadLanguage(language)
})

const entry = (given: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  userId: 1,
  userName: 'Ana',
  byPlatform: false,
  companyName: '',
  action: 'update',
  subject: 'queues',
  subjectId: '3',
  subjectName: 'Vendas',
  changes: [],
  program: '',
  address: '',
  createdAt: '2026-03-02T12:00:00.000Z',
  ...given,
})
const speak = (language: Language) => i18n.getFixedT(language)
const audited = (Object.keys(endpoints) as EndpointName[]).filter(isAudited)

describe.each([...LANGUAGES])('the audit log in %s', language => {
  const t = speak(language)

  it('has words for every column it may show', () => {
    const wordless = [...SUBJECTS].flatMap(([subject, table]) =>
      [...Object.keys(getTableColumns(table)), ...Object.keys(PARTS[subject] ?? {})]
        .filter(field => !SILENT.has(field) && UNFOLDED[subject]?.column !== field)
        .filter(field => fieldText(t, subject, field) === field)
        .map(field => `${subject}.${field}`),
    )
    expect(wordless).toEqual([])
  })

  it('has words for every area and for every call that is no creation, change or deletion', () => {
    for (const name of audited) {
      const subject = name.split('.')[0] ?? ''
      expect(auditSubjects(), name).toContain(subject)
      if (actionOf(name) !== 'run') continue
      const changes = [{ field: 'operation', from: '', to: name }]
      const said = sentenceOf(t, entry({ action: 'run', subject, changes }))
      expect(said, name).not.toBe(
        t('audit.says.run', { what: `${subjectText(t, subject)} ${entry({}).subjectName}` }),
      )
      expect(said).not.toContain(name)
    }
  })

  it('has words for every setting that is a choice and for each of its values', () => {
    for (const key of SETTING_KEYS) {
      const rule = settingRule(key)
      if (rule?.kind !== 'choice' || key === 'campaignsEnabled') continue
      expect(fieldText(t, 'settings', key), key).not.toBe(key)
      for (const value of rule.values)
        expect(valueText(t, formatters(language), 'settings', key, value), `${key}=${value}`).not.toBe(value)
    }
  })
})

it('reads stored values as people do', () => {
  const read = (subject: string, field: string, value: string) =>
    valueText(speak('pt'), formatters('pt'), subject, field, value)
  expect(read('users', 'profile', 'user')).toBe('Atendente')
  expect(read('companies', 'dueDate', '2026-12-31')).toBe('31/12/2026')
  expect(read('companies', 'recurrence', 'MENSAL')).toBe('Mensal')
  expect(read('companies', 'status', 'false')).toBe('Não')
  expect(read('tags', 'kanban', '1')).toBe('Sim')
  expect(read('users', 'whatsappId', '1')).toBe('nº 1')
  expect(read('plans', 'users', '1')).toBe('1')
  expect(read('plans', 'value', '99.5')).toMatch(/^R\$\s99,50$/)
  expect(read('whatsapps', 'status', 'DISCONNECTED')).toBe('Desconectado')
  expect(read('announcements', 'priority', '1')).toBe('Alta')
  expect(read('settings', 'auditRetentionDays', '365')).toBe('365')
  const days = [{ weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }]
  expect(read('queues', 'schedules', JSON.stringify(days))).toBe('Segunda 08:00–18:00')
  expect(read('queues', 'schedules', '[{"weekdayEn":"mon…')).toBe('[{"weekdayEn":"mon…')
})

it('says of an export whether it was of one or of all', () => {
  const exported = entry({ action: 'export', subject: 'contacts', subjectName: 'Rita' })
  expect(sentenceOf(speak('pt'), exported)).toBe('Exportou contato Rita')
  expect(sentenceOf(speak('pt'), { ...exported, subjectName: '', subjectId: '' })).toBe(
    'Exportou os contatos',
  )
  for (const name of audited.filter(
    name => actionOf(name) === 'export' && !endpoints[name].path.includes(':'),
  ))
    expect(
      sentenceOf(speak('en'), {
        ...exported,
        subject: name.split('.')[0] ?? '',
        subjectName: '',
        subjectId: '',
      }),
    ).toMatch(/^Exported the /)
})

it('names a disconnection as one', () => {
  const changes = [{ field: 'operation', from: '', to: 'whatsapps.disconnect' }]
  const disconnected = entry({ action: 'run', subject: 'whatsapps', subjectName: 'Suporte', changes })
  expect(sentenceOf(speak('pt'), disconnected)).toBe('Desconectou conexão Suporte')
  expect(sentenceOf(speak('en'), entry({ subject: 'settings', subjectName: 'userRating' }))).toMatch(
    /^Changed setting /,
  )
})

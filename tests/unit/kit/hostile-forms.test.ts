/**
 * Every form of the contract against what people paste and strangers try: a rule's own text, or an unchanged value. The
 * dialogs themselves: every-dialog.test.tsx.
 */

import * as contract from '@contract'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { schemaItem } from '@/features/kit/schema-rules'
import { DEFAULT_LANGUAGE, i18n, loadLanguage } from '@/i18n'
import en from '../../../src/locales/en/kit.json'
import es from '../../../src/locales/es/kit.json'
import pt from '../../../src/locales/pt/kit.json'

await loadLanguage(DEFAULT_LANGUAGE)

const FORMS = Object.entries(contract).flatMap(([name, schema]) =>
  /[fF]orm$/.test(name) && schema instanceof z.ZodObject ? [[name, schema as z.ZodObject] as const] : [],
)
const HTML = '<img src=x onerror=alert(1)><script>alert(1)</script>'
const SQL = `Robert'); DROP TABLE users;-- " OR 1=1 %_\\`
const EMOJI = '👩‍👩‍👧 Ação ñ 漢字 🏳️‍🌈'
const TEXTS = {
  html: HTML,
  sql: SQL,
  emoji: EMOJI,
  long: 'ã'.repeat(10_000),
  turned: 'nota\u202Efdp.exe\u2066 \u200F مرحبا',
  nul: 'antes\u0000depois\u0007',
  half: 'meia \ud83d surrogada',
  template: `{{firstName}} $\{7*7} %s __proto__`,
  blank: ' \t\n ',
}
const WRONG = [
  0,
  -1,
  1e308,
  Number.NaN,
  true,
  [],
  [HTML],
  {},
  { __proto__: null, length: 1e9 },
  null,
  undefined,
]

/** Everything a rule may say, in any language. */
const SAID = new Set([pt, en, es].flatMap(({ form }) => Object.values(form)))
/** Compared and never shown, or read by nobody (the server decides): kept as they are. */
const isKeptWhole = (field: string, rule: z.ZodType): boolean =>
  /password/i.test(field) || rule.safeParse(Symbol('anything')).success
/** A phone is its digits. */
const isDigits = (form: string, field: string): boolean => form === 'signUpForm' && field === 'phone'
const isPlain = (name: string): boolean => ['html', 'sql', 'emoji', 'template'].includes(name)

async function said(schema: z.ZodObject, field: string, value: unknown): Promise<string | null> {
  const [rule] = schemaItem(i18n.t as never, schema, field as never).rules as [
    { validator: (rule: object, value: unknown) => Promise<void> },
  ]
  return rule.validator({}, value).then(
    () => null,
    (error: Error) => error.message,
  )
}

/** What the specification has a form say: its member, what stands there, the words below it. */
it.each<[form: string, member: string, value: unknown, words: string]>([
  ['announcementForm', 'title', '', 'Obrigatório'],
  ['announcementForm', 'text', '', 'Obrigatório'],
  ['connectionForm', 'name', '', 'Obrigatório'],
  ['connectionForm', 'name', 'A', 'Muito curto!'],
  ['connectionForm', 'name', 'x'.repeat(51), 'Muito longo!'],
  ['contactListForm', 'name', '', 'Obrigatório'],
  ['contactListForm', 'name', 'F', 'Muito curto!'],
  ['contactListItemForm', 'name', 'M', 'Muito curto!'],
  ['contactListItemForm', 'number', '1234567', 'Muito curto!'],
  ['contactListItemForm', 'email', 'maria', 'E-mail inválido'],
  ['fileListForm', 'name', 'ab', 'nome muito curto'],
  ['fileListForm', 'name', 'a'.repeat(101), 'Muito longo!'],
  ['fileListForm', 'message', '', 'Obrigatório'],
  ['integrationForm', 'name', '', 'Nome é obrigatório'],
  ['integrationForm', 'name', 'a', 'Nome muito curto!'],
  ['integrationForm', 'name', 'a'.repeat(51), 'Nome muito longo!'],
  ['integrationForm', 'ixcBaseUrl', 'ixc', 'URL inválida'],
  ['integrationForm', 'ixcApiKey', 'curta', 'API Key muito curta!'],
  ['integrationForm', 'ixcTimeout', 4_000, 'Timeout mínimo: 5000ms'],
  ['integrationForm', 'ixcTimeout', 300_001, 'Timeout máximo: 300000ms'],
  ['integrationForm', 'ixcRetryAttempts', 0, 'Mínimo: 1 tentativa'],
  ['integrationForm', 'ixcRetryAttempts', 11, 'Máximo: 10 tentativas'],
  ['integrationForm', 'ixcFallbackQueueId', undefined, 'Fila de fallback é obrigatória'],
  ['newUserForm', 'name', 'D', 'Muito curto!'],
  ['newUserForm', 'email', '', 'Obrigatório'],
  ['newUserForm', 'password', '', 'Obrigatório'],
  ['scheduleForm', 'body', '', 'Obrigatório'],
  ['scheduleForm', 'body', 'Oi!!', 'Mensagem muito curta'],
  ['scheduleForm', 'body', 'a'.repeat(contract.MESSAGE_MAX_CHARS + 1), 'Muito longo!'],
  ['tagForm', 'name', '', 'Obrigatório'],
  ['tagForm', 'name', 'ab', 'Mensagem muito curta'],
  ['webhookForm', 'name', 'a'.repeat(200), 'Muito longo!'],
  ['webhookForm', 'url', 'http://example.com/', 'URL inválida'],
])('%s, %s, %j: “%s”', async (form, member, value, words) => {
  const [, schema] = FORMS.find(([name]) => name === form) ?? []
  expect(schema && (await said(schema, member, value))).toBe(words)
})

describe('the rules of every form', () => {
  it('are found', () => expect(FORMS.length).toBeGreaterThan(20))

  it.each(FORMS)('%s', async (form, schema) => {
    const wrong: string[] = []
    for (const [field, rule] of Object.entries(schema.shape) as [string, z.ZodType][]) {
      const values = [...Object.entries(TEXTS), ...WRONG.map((value, at) => [`wrong ${at}`, value] as const)]
      for (const [kind, value] of values) {
        const text = await said(schema, field, value)
        if (text !== null) {
          if (!SAID.has(text)) wrong.push(`${field}, ${kind}: says "${text}"`)
          continue
        }
        const kept = rule.parse(value)
        if (typeof kept === 'string') {
          if (kept.includes('\u0000') && !isKeptWhole(field, rule))
            wrong.push(`${field}, ${kind}: keeps U+0000`)
          if (isPlain(kind) && kept !== value && !isDigits(form, field))
            wrong.push(`${field}, ${kind}: becomes "${kept}"`)
        }
        // What was saved can be opened and saved again.
        const again = rule.safeParse(kept)
        if (!again.success || JSON.stringify(again.data) !== JSON.stringify(kept))
          wrong.push(`${field}, ${kind}: is not the same the second time`)
      }
    }
    expect(wrong).toEqual([])
  })
})

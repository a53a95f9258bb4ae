/** From a zod schema of the contract to the rules and texts of a form: a limit is written once, in the contract. */
import type { FormRule } from 'antd'
import type { z } from 'zod'
import { ApiError } from '@/api'
import { errorText, type KeyBelow, type TFunction } from '@/i18n'

export type FormSchema = z.ZodObject<z.ZodRawShape>

/** A member of a form's schema: the name of a field. */
export type FieldName<S extends FormSchema> = keyof S['shape'] & string

type MessageKey = KeyBelow<'kit.form'>

/**
 * Texts that schemas of the contract carry, and legacy servers send: the specification's own words, which are
 * keys to translations. Anything else is a sentence for programmers.
 */
const MESSAGES: Readonly<Record<string, MessageKey>> = {
  Required: 'required',
  Obrigatório: 'required',
  'Campo obrigatório': 'required',
  'Too Short!': 'tooShort',
  'Too Long!': 'tooLong',
  'Muito curto!': 'tooShort',
  'Muito longo!': 'tooLong',
  'Invalid email': 'badEmail',
  'O nome completo é obrigatório': 'fullNameRequired',
  'O Endereço é obrigatório': 'addressRequired',
  'Cidade é obrigatória': 'cityRequired',
  'CEP é obrigatório': 'zipRequired',
  'País é obrigatório': 'countryRequired',
  'Mensagem muito curta': 'messageTooShort',
  'nome muito curto': 'fileListNameTooShort',
  'Nome muito curto!': 'nameTooShort',
  'Nome muito longo!': 'nameTooLong',
  'Nome é obrigatório': 'nameRequired',
  'API Key muito curta!': 'apiKeyTooShort',
  'URL inválida': 'badUrl',
  'Timeout mínimo: 5000ms': 'timeoutMin',
  'Timeout máximo: 300000ms': 'timeoutMax',
  'Mínimo: 1 tentativa': 'retriesMin',
  'Máximo: 10 tentativas': 'retriesMax',
  'Fila de fallback é obrigatória': 'fallbackRequired',
  'Por favor, preencha o título da conversa.': 'chatTitleRequired',
  'Por favor, selecione pelo menos um usuário.': 'chatUsersRequired',
  'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.':
    'weakPassword',
  'Servidor inválido': 'badHost',
  'Informe o setor': 'queueRequired',
  'Invalid phone': 'badPhone',
  'Invalid Pix key': 'badPixKey',
  'Invalid receiver': 'badReceiver',
  'no such day': 'badDate',
  'no such time': 'badDate',
  'not a time of day': 'badTime',
  'Escolha ao menos um evento': 'eventRequired',
  'Invalid time': 'badTime',
  'Incomplete hours': 'incompleteHours',
  'Overlapping hours': 'overlappingHours',
  'Nothing promised': 'nothingPromised',
}

type Issue = {
  code: string
  message: string
  format?: unknown
  origin?: unknown
  path?: PropertyKey[]
  params?: unknown
}

/** Mark of an error whose words are in the person's language already. */
const TRANSLATED = { translated: true } as const

/**
 * What a rule that a form adds to a schema of the contract says when it is broken: zod's options of `refine`, `custom` and
 * `addIssue`.
 * @param text in the person's language, shown as it is.
 */
export const saying = (text: string): { message: string; params: typeof TRANSLATED } => ({
  message: text,
  params: TRANSLATED,
})

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Zod's own sentences are for programmers; these kinds of error have words of ours. */
function textKey(issue: Issue, value: unknown): MessageKey {
  const known = MESSAGES[issue.message]
  if (known) return /\wRequired$/.test(known) || !isEmpty(value) ? known : 'required'
  if (isEmpty(value)) return 'required'
  if (issue.code === 'too_small') return issue.origin === 'string' ? 'tooShort' : 'tooLittle'
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'tooLong' : 'tooMuch'
  if (issue.code === 'invalid_format') return issue.format === 'email' ? 'badEmail' : 'badFormat'
  // Rules without words above are sentences for programmers too.
  return 'invalid'
}

/** What to say about an error of a value, in the language of `t`. */
export function issueText(t: TFunction, issue: Issue, value: unknown): string {
  return issue.params === TRANSLATED ? issue.message : t(`kit.form.${textKey(issue, value)}`)
}

export interface SchemaItem<N extends string> {
  name: N
  required: boolean
  rules: FormRule[]
}

/**
 * What antd's Form.Item needs to know of a field: name, rules, whether it must be filled in. Nested members of a value
 * (lists, groups) are refused as one.
 * @param name a member of the schema.
 * @throws Error when the schema has no such member: a programming error, not a user's.
 */
export function schemaItem<S extends FormSchema, N extends FieldName<S>>(
  t: TFunction,
  schema: S,
  name: N,
): SchemaItem<N> {
  const field = schema.shape[name] as z.ZodType | undefined
  if (!field) throw new Error(`the schema has no member ${name}`)
  return {
    name,
    required: !field.safeParse(undefined).success && !field.safeParse('').success,
    rules: [
      {
        validator: async (_rule, value: unknown) => {
          const parsed = field.safeParse(value)
          const [issue] = parsed.error?.issues ?? []
          if (issue) throw new Error(issueText(t, issue as Issue, value))
        },
      },
    ],
  }
}

/**
 * The fields a server's error speaks of: what Turno's server names in `issues` or `field`, else what the form knows
 * of a code (a colour that is taken).
 * @param fields names the form has on screen; errors of others are none of theirs.
 * @param byCode the field a code of the catalogue is about.
 * @returns field and text pairs; [] when the error is about the whole form.
 */
export function refusedFields(
  t: TFunction,
  error: unknown,
  fields: readonly string[],
  byCode: Readonly<Record<string, string>> = {},
): { name: string; text: string }[] {
  if (!(error instanceof ApiError)) return []
  const { code, text, details } = error
  const named = code === null ? undefined : byCode[code]
  if (code !== null && named && fields.includes(named)) return [{ name: named, text: t(`errors.${code}`) }]
  const issues = Array.isArray(details.issues) ? (details.issues as (Issue & { path?: unknown })[]) : []
  const found = issues.flatMap(issue => {
    const name = String(issue.path ?? '').split('.')[0] ?? ''
    return fields.includes(name) ? [{ name, text: issueText(t, issue, 'x') }] : []
  })
  if (found.length > 0) return found
  const { field } = details
  if (typeof field === 'string' && fields.includes(field))
    return [{ name: field, text: code === 'ERR_VALIDATION' ? t('kit.form.refused') : errorText(t, error) }]
  // Legacy servers answer the first broken rule as a bare sentence; with one field it is about that.
  const messageKey = MESSAGES[text]
  return fields.length === 1 && fields[0] && messageKey
    ? [{ name: fields[0], text: t(`kit.form.${messageKey}`) }]
    : []
}

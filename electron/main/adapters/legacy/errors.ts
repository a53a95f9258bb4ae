/** What a legacy server answers when it refuses, in the catalogue's codes. */
import { type ErrorCode, errorCodeOf } from '../../../../src/contract'
import { type ApiError, answer, errorAnswer, type Json, record } from './call'

/** Codes and sentences of that server that stand for a code of ours, most specific first. */
const MEANINGS: readonly [RegExp, ErrorCode][] = [
  [/^Invalid token\b/, 'ERR_SESSION_EXPIRED'],
  [/^(Acesso não permitido|Você não possui permissão|UNAUTHORIZED|ERR_NO_SUPER)/, 'ERR_NO_PERMISSION'],
  [/^Não é possível \w+ registros? de outra empresa/, 'ERR_NO_PERMISSION'],
  [/^O usuário não pertence à esta empresa/, 'ERR_NO_PERMISSION'],
  [/^Número máximo de/, 'ERR_PLAN_LIMIT'],
  [/user with this email already exists/i, 'ERR_DUPLICATED_USER'],
  [/^No message found with this ID/, 'ERR_NO_MESSAGE_FOUND'],
  [/^ERR_EDITING_WAPP_MSG/, 'ERR_SENDING_WAPP_MSG'],
  [/^ERR_NO_TICKETNOTE_FOUND/, 'ERR_NO_NOTE_FOUND'],
  // File lists: they were made of the ratings there.
  [/^ERR_RATING_NAME_ALREADY_EXISTS/, 'ERR_FILE_LIST_NAME_TAKEN'],
  [/^ERR_NO_RATING_FOUND/, 'ERR_NO_FILE_FOUND'],
  [/^ERR_QUEUE_NOT_FOUND/, 'ERR_NO_QUEUE_FOUND'],
  [/^ERR_QUEUE_NAME_ALREADY_EXISTS/, 'ERR_QUEUE_NAME_TAKEN'],
  [/^Esse nome já está sendo utilizado por outra conexão/, 'ERR_WAPP_NAME_TAKEN'],
  [/^This whatsapp token is already used/, 'ERR_WAPP_TOKEN_TAKEN'],
  // A tag that is gone cannot be given: the one sentence for whatever goes wrong there.
  [/^Failed to (store|remove) ticket tags?/, 'ERR_NO_TAG_FOUND'],
  [/^Só é permitido alterar campanha/, 'ERR_CAMPAIGN_LOCKED'],
  [/^Não é permitido excluir campanha em andamento/, 'ERR_CAMPAIGN_RUNNING'],
  [/^This integration name is already used/, 'ERR_VALIDATION'],
  [/^ERR_NO_\w+_FOUND/, 'ERR_NOT_FOUND'],
  [/^ERR_\w+_(REQUIRED|INVALID\w*|ALREADY_EXISTS)/, 'ERR_VALIDATION'],
  // Sentences of its validator, in English whatever the company's language.
  [/\bis a required field$|\bmust be (a|an|at least|at most)\b|^Invalid number format/, 'ERR_VALIDATION'],
  // Its one sentence for whatever goes wrong at its bank.
  [/^Validation fails$/, 'ERR_PAYMENT_PROVIDER'],
  [/^Internal server error$/, 'ERR_INTERNAL'],
]

/** Validation of prompts is a document inside `error`; its `message` is the code. */
function unwrapped(text: string): string {
  if (!text.startsWith('{')) return text
  try {
    const { message } = record(JSON.parse(text))
    return typeof message === 'string' ? message : ''
  } catch {
    return ''
  }
}

/** The code an error stands for; null when the server's own sentence is the best. */
export function meaningOf(status: number, words: string): ErrorCode | null {
  const text = unwrapped(words)
  const code = errorCodeOf(text) ?? MEANINGS.find(([pattern]) => pattern.test(text))?.[1]
  if (code) return code
  if (status === 404) return 'SERVER_LACKS'
  if (/^ERR_/.test(text)) return status < 500 ? 'ERR_VALIDATION' : 'ERR_INTERNAL'
  return text === '' ? 'ERR_INTERNAL' : null
}

const LIMITED = { usuários: 'users', conexões: 'connections', filas: 'queues' } as const

/** What a plan limits and how far, out of that server's sentence. */
function limitOf(text: string): { what: string; limit: number } | null {
  const found = /^Número máximo de (usuários|conexões|filas)\b.*?(\d+)/.exec(text)
  const what = found?.[1] as keyof typeof LIMITED | undefined
  return what ? { what: LIMITED[what], limit: Number(found?.[2]) } : null
}

/** Fields that codes of that server are about, where its names and Turno's differ or the code names the record alone. */
const FIELDS: readonly [RegExp, string][] = [
  [/^ERR_(CONTACTLIST|CONTACTLISTITEM|CAMPAIGN|COMPANY|PLAN|QUEUE)_INVALID_NAME$/, 'name'],
  [/^ERR_QUICKMESSAGE_INVALID_NAME$/, 'shortcode'],
  [/^ERR_ANNOUNCEMENT_REQUIRED$/, 'text'],
  [/^ERR_PROMPT_NAME_INVALID$/, 'name'],
  [/^ERR_PROMPT_(INTELLIGENCE|PROMPT)_INVALID$/, 'prompt'],
  [/^ERR_PROMPT_APIKEY_INVALID$/, 'apiKey'],
  [/^ERR_PROMPT_QUEUEID_INVALID$/, 'queueId'],
  [/^ERR_PROMPT_MAX_MESSAGES_INVALID$/, 'maxMessages'],
]
const NEEDED = /^(\w+) is a required field$/
const SHORT = /^(\w+) must be at least \d+ characters?$/

/** Which field a rule of that server is about, and which rule it is, as Turno's own server names them; null for neither. */
function issueOf(text: string): Json | null {
  const short = (path: string): Json => ({ path, code: 'too_small', origin: 'string', message: '' })
  const needed = (path: string): Json => ({ path, code: 'custom', message: 'Obrigatório' })
  const [, missing] = NEEDED.exec(text) ?? []
  if (missing) return needed(missing)
  const [, brief] = SHORT.exec(text) ?? []
  if (brief) return short(brief)
  const field = FIELDS.find(([pattern]) => pattern.test(text))?.[1]
  if (!field) return null
  // Names and shortcodes have at least three characters there; any other error means that something is missing.
  return /INVALID_NAME$/.test(text) ? short(field) : needed(field)
}

/** Errors in Turno's words: a known code, else the server's own sentence, never a page. */
export function errorAnswerOf({ status, text }: Pick<ApiError, 'status' | 'text'>): Response {
  const code = meaningOf(status, text)
  // "Log in again" is 403 there and "not for you" is 401; in Turno it is the other way round.
  if (code === 'ERR_SESSION_EXPIRED') return errorAnswer(401, code)
  if (code === 'ERR_NO_PERMISSION' && status === 401) return errorAnswer(403, code)
  const limit = code === 'ERR_PLAN_LIMIT' ? limitOf(text) : null
  if (limit) return answer({ error: code, ...limit }, status)
  const issue = code === 'ERR_VALIDATION' ? issueOf(unwrapped(text)) : null
  if (issue) return answer({ error: code, issues: [issue] }, status)
  return errorAnswer(status, code ?? text)
}

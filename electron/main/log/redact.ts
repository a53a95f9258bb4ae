/**
 * What may never reach a log file: tokens, cookies, e-mail addresses, phone numbers and customers' words.
 * Pure functions; whatever cannot be made safe is left out.
 */

/** Keys whose values are secrets or people's words, whatever they hold. */
const SECRET_KEY =
  /^(?:authorization|cookie|set-cookie|token|accessToken|refreshToken|jrt|password|passwordHash|secret|session|apiKey|credentials|clientSecret)$/i
const WORDS_KEY =
  /^(?:body|message|text|lastMessage|caption|note|quotedMsg|quote|draft|name|pushName|vcard|dataJson|searchParam|greetingMessage|email|number|remoteJid|participant|phone)$/i

const JWT = /\b[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g
const BEARER = /\b(bearer|basic)\s+[^\s"',;]+/gi
const COOKIE = /\b(jrt|connect\.sid|sid|session(?:id)?)=[^\s;"',]+/gi
const QUERY_SECRET = /([?&](?:token|access_token|key|code|email|searchParam|number)=)[^&#\s"']+/gi
const EMAIL = /[\w.!#$%&*+/=?^`{|}~-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g
/** A plus sign, or digits with the usual separators; WhatsApp's own ids are digits only. */
const PHONE = /(?<![\w.:/-])\+?\(?\d(?:[\s().-]{0,2}\d){9,19}(?![\w])/g
const BARE_DIGITS = /(?<![\w.])\d{10,20}(?=@|\b)/g
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}/

const MAX_TEXT = 4_000
const MAX_ITEMS = 50
const MAX_DEPTH = 6

/** Leaves the last three digits, so that two entries about one number can still be matched. */
function maskDigits(match: string): string {
  if (ISO_INSTANT.test(match)) return match
  const digits = match.replace(/\D/g, '')
  return `[phone …${digits.slice(-3)}]`
}

/**
 * Makes one line of text safe.
 * @param text anything an error or a caller may say.
 * @returns the text without secrets, addresses and phone numbers, at most 4,000 characters.
 */
export function redactText(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
  return short
    .replace(BEARER, '$1 [secret]')
    .replace(COOKIE, '$1=[secret]')
    .replace(QUERY_SECRET, '$1[secret]')
    .replace(JWT, '[token]')
    .replace(EMAIL, '[e-mail]')
    .replace(PHONE, maskDigits)
    .replace(BARE_DIGITS, maskDigits)
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const code = (error as { code?: unknown }).code
  return {
    error: error.name,
    // An error's own words are ours or the system's, so they stay readable; customers' words are masked by key above.
    reason: redactText(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack ? { stack: redactText(error.stack.split('\n').slice(1, 9).join('\n')) } : {}),
    ...(error.cause === undefined ? {} : { cause: redactAt(error.cause, depth + 1) }),
  }
}

function redactAt(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'number') return Number.isInteger(value) ? redactFigure(value) : value
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? '[function]' : value
  if (depth >= MAX_DEPTH) return '[deep]'
  if (value instanceof Error) return redactError(value, depth)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '[date]' : value.toISOString()
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map(item => redactAt(item, depth + 1))
    return value.length > MAX_ITEMS ? [...items, `[${value.length - MAX_ITEMS} more]`] : items
  }
  const safe: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value).slice(0, MAX_ITEMS)) {
    if (SECRET_KEY.test(key)) safe[key] = '[secret]'
    else if (WORDS_KEY.test(key) && item !== null && item !== undefined && typeof item !== 'boolean') {
      safe[key] = typeof item === 'string' ? `[${item.length} characters]` : '[kept out]'
    } else safe[redactText(key)] = redactAt(item, depth + 1)
  }
  return safe
}

/** A figure long enough to be a phone number; instants in milliseconds (13 digits from 1.5e12) stay. */
function redactFigure(value: number): unknown {
  const digits = String(Math.abs(value))
  if (digits.length < 10) return value
  if (digits.length === 13 && value > 1_500_000_000_000 && value < 2_500_000_000_000) return value
  return maskDigits(digits)
}

/**
 * Makes any value safe to write. Never throws: a value that resists (a throwing getter, a proxy) becomes a note.
 * @returns plain data fit for JSON.
 */
export function redact(value: unknown): unknown {
  try {
    return redactAt(value, 0)
  } catch {
    return '[unreadable value left out]'
  }
}

/** Examples that run as they are copied: a call of the messages API, and the check of a webhook's signature. */

export const LANGUAGES = ['curl', 'JavaScript', 'Python'] as const
export type Language = (typeof LANGUAGES)[number]

export interface ExampleCall {
  /** Full address of the call. */
  url: string
  token: string
  number: string
  body: string
  /** Name of the file that is sent along; null for a text. */
  file: string | null
  /** The server knows idempotency keys. */
  keyed: boolean
}

/** A word of a POSIX shell, whatever is in it. */
const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
/** A literal of JavaScript and of Python alike. */
const literal = (text: string): string => JSON.stringify(text)

function curl({ url, token, number, body, file, keyed }: ExampleCall): string {
  const lines = [
    `curl -X POST ${shell(url)}`,
    `-H ${shell(`Authorization: Bearer ${token}`)}`,
    ...(keyed ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(file === null
      ? [`-H 'Content-Type: application/json'`, `-d ${shell(JSON.stringify({ number, body }))}`]
      : [
          `--form-string ${shell(`number=${number}`)}`,
          `--form-string ${shell(`body=${body}`)}`,
          `-F ${shell(`medias=@${file}`)}`,
        ]),
  ]
  return lines.join(' \\\n  ')
}

function javascript({ url, token, number, body, file, keyed }: ExampleCall): string {
  const headers = [
    `    Authorization: ${literal(`Bearer ${token}`)},`,
    ...(keyed ? [`    'Idempotency-Key': crypto.randomUUID(),`] : []),
    ...(file === null ? [`    'Content-Type': 'application/json',`] : []),
  ]
  const form =
    file === null
      ? []
      : [
          `import { readFile } from 'node:fs/promises'`,
          '',
          'const form = new FormData()',
          `form.set('number', ${literal(number)})`,
          `form.set('body', ${literal(body)})`,
          `form.append('medias', new Blob([await readFile(${literal(file)})]), ${literal(file)})`,
          '',
        ]
  const sent =
    file === null ? `JSON.stringify({ number: ${literal(number)}, body: ${literal(body)} })` : 'form'
  return [
    ...form,
    `const answer = await fetch(${literal(url)}, {`,
    `  method: 'POST',`,
    '  headers: {',
    ...headers,
    '  },',
    `  body: ${sent},`,
    '})',
    'console.log(answer.status, await answer.json())',
  ].join('\n')
}

function python({ url, token, number, body, file, keyed }: ExampleCall): string {
  const message = `{"number": ${literal(number)}, "body": ${literal(body)}}`
  return [
    ...(keyed ? ['import uuid', ''] : []),
    'import requests',
    '',
    'answer = requests.post(',
    `    ${literal(url)},`,
    '    headers={',
    `        "Authorization": ${literal(`Bearer ${token}`)},`,
    ...(keyed ? ['        "Idempotency-Key": str(uuid.uuid4()),'] : []),
    '    },',
    ...(file === null
      ? [`    json=${message},`]
      : [`    data=${message},`, `    files=[("medias", open(${literal(file)}, "rb"))],`]),
    ')',
    'print(answer.status_code, answer.json())',
  ].join('\n')
}

/** The call in a language. */
export function exampleOf(language: Language, call: ExampleCall): string {
  if (language === 'curl') return curl(call)
  return language === 'JavaScript' ? javascript(call) : python(call)
}

export const VERIFY_LANGUAGES = ['JavaScript', 'Python'] as const

/** A function that checks a webhook's call by its headers and its body as it came. */
export function verifierOf(language: (typeof VERIFY_LANGUAGES)[number]): string {
  if (language === 'JavaScript')
    return [
      `import { createHmac, timingSafeEqual } from 'node:crypto'`,
      '',
      'export function isFromTurno(secret, headers, body) {',
      `  const timestamp = headers['x-turno-timestamp']`,
      '  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false',
      `  const sum = createHmac('sha256', secret).update(timestamp + '.' + body).digest('hex')`,
      `  const expected = Buffer.from('v1=' + sum)`,
      `  const given = Buffer.from(headers['x-turno-signature'] ?? '')`,
      '  return given.length === expected.length && timingSafeEqual(given, expected)',
      '}',
    ].join('\n')
  return [
    'import hashlib, hmac, time',
    '',
    'def is_from_turno(secret, headers, body):',
    '    timestamp = headers["x-turno-timestamp"]',
    '    if abs(time.time() - int(timestamp)) > 300:',
    '        return False',
    '    signed = f"{timestamp}.{body}".encode()',
    '    expected = "v1=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()',
    '    return hmac.compare_digest(headers["x-turno-signature"], expected)',
  ].join('\n')
}

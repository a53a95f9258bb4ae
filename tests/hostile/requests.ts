/** Hostile requests, made from the endpoints table alone: an endpoint that is added is attacked without a line here. */
import { type Endpoint, type EndpointName, endpoints } from '@contract'
import { z } from 'zod'
import type { Ids } from './server-process'

export interface Shot {
  name: EndpointName
  /** Which member was spoilt, and how. */
  how: string
  path: string
  body: string | FormData | null
}

const LONG = 'ü'.repeat(200_000)
const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

/** What stands in a member instead of what belongs there. */
const SPOILT: Record<string, unknown> = {
  missing: undefined,
  null: null,
  empty: '',
  word: 'abc',
  yes: true,
  list: [],
  object: { id: {} },
  zero: 0,
  minus: -1,
  fraction: 0.5,
  huge: 1e308,
  unsafe: 2 ** 53,
  long: LONG,
  ids: Array(33_000).fill(1),
  deep: deep(2_000),
  nul: 'abc\u0000def',
  half: 'abc\ud800def',
  turned: 'abc\u202efdp.exe',
  traversal: '../../../etc/passwd',
  encoded: '..%2f..%2fetc%2fpasswd',
  formula: '=cmd|" /C calc"!A0',
  sql: `' or 1=1; drop table users; --`,
  wild: '%_%',
  year: '9999-12-31',
  noDay: '2024-99-99',
}

const inner = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? inner(schema.unwrap() as z.ZodType)
    : schema

const membersOf = (schema: z.ZodType): [string, z.ZodType][] => {
  const own = inner(schema)
  return own instanceof z.ZodObject ? (Object.entries(own.shape) as [string, z.ZodType][]) : []
}

/** The row an id stands for, by the name of its member or, for `id`, by the area of the endpoint. */
function rowFor(name: EndpointName, key: string, ids: Partial<Ids>): unknown {
  const area = name.split('.')[0] ?? ''
  const areas: Record<string, unknown> = {
    tickets: ids.ticketId,
    contacts: ids.contactId,
    messages: ids.messageId,
    notes: ids.noteId,
    tags: ids.tagId,
    kanban: ids.tagId,
    users: ids.userId,
    chats: ids.chatId,
    companies: ids.companyId,
    queues: ids.queueId,
    schedules: ids.scheduleId,
    whatsapps: ids.whatsappId,
    queueOptions: ids.optionId,
    holidays: ids.holidayId,
    invoices: ids.invoiceId,
    quickMessages: ids.quickMessageId,
    prompts: ids.promptId,
    integrations: ids.integrationId,
    contactLists: ids.contactListId,
    contactListItems: ids.contactListItemId,
    files: ids.fileListId,
    campaigns: ids.campaignId,
    campaignOptOuts: ids.optOutId,
    webhooks: ids.webhookId,
    deliveries: ids.deliveryId,
    plans: ids.planId,
    helps: ids.helpId,
    announcements: ids.announcementId,
  }
  if (key === 'id') return areas[area] ?? 1
  const named: Record<string, unknown> = {
    quotedMsg: { id: ids.messageId },
    before: ids.messageId,
    tags: [{ id: ids.tagId }],
    selectedQueueIds: [ids.queueId],
    queueIds: [ids.queueId],
    ticketIds: [ids.ticketId],
    language: 'pt',
    decision: 'dropped',
    rows: [{ line: 1, name: 'Maria', number: '5511933330001' }],
    options: [{ name: 'Tabela' }],
    fileId: ids.fileListId,
    users: [{ id: ids.userId }],
    newPassword: 'Segredo123',
    // Nothing that leads out of the house.
    host: '',
    fromAddress: '',
    security: 'none',
    ixcFallbackQueueId: ids.queueId,
  }
  return named[key] ?? ids[key as keyof Ids]
}

/** Values a member may hold, the first one its schema takes. */
function goodFor(name: EndpointName, key: string, schema: z.ZodType, ids: Partial<Ids>): unknown {
  const tries = [
    // An address inside: whoever takes it calls nobody.
    ...(key === 'url' ? ['https://127.0.0.1:9/'] : []),
    rowFor(name, key, ids),
    {
      email: 'novo@c1.turno',
      number: '5511933330000',
      key: 'groupsTab',
      day: '2026-05-01',
      // Nobody outside is asked: this machine is out of bounds for what an administrator types.
      baseUrl: 'https://127.0.0.1:9/v1',
      ixcBaseUrl: 'https://127.0.0.1:9',
      turns: [{ role: 'user', text: 'oi' }],
    }[key],
    '2026-05-01',
    '2090-05-01T12:00:00.000Z',
    'texto de teste',
    1,
    true,
    'open',
    [],
    '#aabbcc',
    '👍',
    '08:00',
  ]
  return tries.find(value => value !== undefined && schema.safeParse(value).success)
}

/** What a part of a call is filled with so that its schema takes it, as far as values are known. */
export function filled(
  name: EndpointName,
  part: 'params' | 'query' | 'body',
  ids: Partial<Ids>,
): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const [key, schema] of membersOf(endpoints[name][part])) {
    const good = goodFor(name, key, schema, ids)
    if (good !== undefined) given[key] = good
  }
  return given
}

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
/** Node refuses heads beyond 16 KiB by itself. */
const HEAD_CHARS = 2_000

function shot(
  name: EndpointName,
  how: string,
  given: { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown },
): Shot {
  const { method, path, multipart }: Endpoint = endpoints[name]
  const at = path.replace(/:(\w+)/g, (_, key: string) => {
    const value = asText(given.params[key] ?? '').slice(0, HEAD_CHARS)
    return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'))
  })
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(given.query))
    if (value !== undefined) query.set(key, asText(value).slice(0, HEAD_CHARS))
  let body: Shot['body'] = null
  if (method !== 'GET' && multipart && how.startsWith('form')) {
    body = new FormData()
    for (const [key, value] of Object.entries(given.body as object)) body.set(key, asText(value))
    body.append(multipart.fileField, new File([`name,number,email\n"a\u0000`], '../../x\u202egpj.csv'))
  } else if (method !== 'GET') body = typeof given.body === 'string' ? given.body : JSON.stringify(given.body)
  return { name, how, path: `/api${at}${query.size > 0 ? `?${query}` : ''}`, body }
}

/** Bodies that are no object of members at all. */
const BODIES: Record<string, string> = {
  'no JSON': '{',
  'a number': '1',
  'null itself': 'null',
  'a list': '[[]]',
  'a deep body': `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  'a deep object': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  'a body of 3 MB': JSON.stringify({ body: 'x'.repeat(3_000_000) }),
  prototype: '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}',
}

/**
 * Every hostile request of one endpoint.
 * @param own ids of the attacked company's rows that the caller would use; `others` rows that are not his.
 */
export function shotsAt(name: EndpointName, own: Ids, others: readonly Ids[]): Shot[] {
  const good = {
    params: filled(name, 'params', own),
    query: filled(name, 'query', own),
    body: filled(name, 'body', own),
  }
  const shots = [shot(name, 'as it should be', good), shot(name, 'form', good)]
  for (const part of ['params', 'query', 'body'] as const) {
    for (const [key] of membersOf(endpoints[name][part])) {
      for (const [how, value] of Object.entries(SPOILT))
        shots.push(shot(name, `${part}.${key} ${how}`, { ...good, [part]: { ...good[part], [key]: value } }))
      for (const ids of others) {
        const foreign = rowFor(name, key, ids)
        if (foreign !== undefined)
          shots.push(
            shot(name, `${part}.${key} foreign`, { ...good, [part]: { ...good[part], [key]: foreign } }),
          )
      }
    }
  }
  for (const ids of others)
    shots.push(
      shot(name, 'all foreign', {
        params: filled(name, 'params', ids),
        query: filled(name, 'query', ids),
        body: filled(name, 'body', ids),
      }),
    )
  if (endpoints[name].method !== 'GET')
    for (const [how, body] of Object.entries(BODIES)) shots.push(shot(name, how, { ...good, body }))
  return shots
}

/** What another program sends: a body as it is, under a content type of its choice. */
export interface ProgramShot {
  how: string
  headers: Record<string, string>
  body: string
}

const BOUNDARY = 'x-turno'
/** Longest text the messages API may be shown: as long as WhatsApp's own limit, and one more. */
const LONGEST = 65_000

const part = (name: string, value: string, more = ''): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const file = (name: string, value: string): string => part('medias', value, `; filename="${name}"`)
const END = `--${BOUNDARY}--\r\n`
const GOOD = part('number', '5511933330000') + part('body', 'texto')

/** Forms that are none, or more than one. */
const FORMS: Record<string, string> = {
  'as it should be': GOOD + file('a.txt', 'a') + END,
  empty: '',
  'end alone': END,
  'no end': GOOD,
  'no end of a file': GOOD + file('a.txt', 'a').slice(0, -2),
  'another boundary': `${GOOD.replaceAll(BOUNDARY, 'other')}--other--`,
  'a part without a name': `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx\r\n${GOOD}${END}`,
  'a part without a head': `--${BOUNDARY}\r\n\r\nx\r\n${GOOD}${END}`,
  'a head without an end': `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${'n'.repeat(200_000)}`,
  'one in another': part('number', `--${BOUNDARY}\r\n${GOOD}`) + END,
  'every field a thousand times': (part('number', '5511933330000') + part('body', 'x')).repeat(1_000) + END,
  'a thousand fields': Array.from({ length: 1_000 }, (_, i) => part(`f${i}`, 'x')).join('') + GOOD + END,
  'fifty files': GOOD + Array.from({ length: 50 }, (_, i) => file(`${i}.txt`, 'x')).join('') + END,
  'a file without bytes': GOOD + file('leer.txt', '') + END,
  'a file in another field': GOOD + part('number', 'x', '; filename="n.txt"') + END,
  'a text in the place of the files': GOOD + part('medias', 'abc') + END,
  prototype: part('__proto__', '{"x":1}') + part('constructor', '{"prototype":{}}') + GOOD + END,
  'an object in a field': part('number', '{"a":1}') + part('body', '[1,2]') + END,
  'a deep list in a field': part('number', '[['.repeat(20_000)) + part('body', 'x') + END,
  'a name that climbs': GOOD + file('../../../../etc/passwd', 'x') + END,
  'a name with a null': GOOD + file('a.txt\u0000.exe', 'x') + END,
  'a name that is turned': GOOD + file('x\u202egpj.exe', 'x') + END,
  'a long name': GOOD + file(`${'n'.repeat(5_000)}.txt`, 'x') + END,
  'a program that says it is a picture': GOOD + file('a.png', 'MZ\u0090\u0000') + END,
  'a long field': part('number', '5511933330000') + part('body', 'ü'.repeat(LONGEST)) + END,
  'a field of 3 MB': part('number', '5511933330000') + part('body', 'x'.repeat(3_000_000)) + END,
}

const TYPES: Record<string, string> = {
  'no type': '',
  text: 'text/plain',
  form: 'application/x-www-form-urlencoded',
  'a form without a boundary': 'multipart/form-data',
  'a form with a long boundary': `multipart/form-data; boundary=${'b'.repeat(500)}`,
  'mixed parts': `multipart/mixed; boundary=${BOUNDARY}`,
  'another alphabet': 'application/json; charset=utf-16',
  'a list of types': 'application/json, multipart/form-data',
}

const HEADERS: Record<string, Record<string, string>> = {
  'an endless key': { 'idempotency-key': 'k'.repeat(8_000) },
  'a key of blanks': { 'idempotency-key': '   ' },
  'a key with quotes': { 'idempotency-key': `' or 1=1; --` },
  'an encoding that is none': { 'content-encoding': 'br' },
  'languages without end': { 'accept-language': 'xx,'.repeat(2_000) },
  'another host': { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' },
}

/** Everything another program with a token sends that it should not. */
export function programShots(ids: Ids): ProgramShot[] {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ number: '5511933330000', body: 'texto' })
  const form = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const made = shotsAt('externalApi.send', ids, []).flatMap((one): ProgramShot[] =>
    typeof one.body === 'string' ? [{ how: one.how, headers: json, body: one.body }] : [],
  )
  const long = (count: number): string => JSON.stringify({ number: '5511933330000', body: 'é'.repeat(count) })
  return [
    ...made,
    { how: 'as long as it may be', headers: json, body: long(LONGEST) },
    { how: 'one longer than it may be', headers: json, body: long(70_001) },
    ...Object.entries(FORMS).map(([how, text]) => ({ how: `form: ${how}`, headers: form, body: text })),
    ...Object.entries(TYPES).flatMap(([how, type]) =>
      [body, GOOD + END].map(text => ({
        how: `type: ${how}`,
        headers: { 'content-type': type } as Record<string, string>,
        body: text,
      })),
    ),
    ...Object.entries(HEADERS).map(([how, headers]) => ({
      how: `head: ${how}`,
      headers: { ...json, ...headers },
      body,
    })),
  ]
}

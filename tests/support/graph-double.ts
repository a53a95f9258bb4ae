/**
 * A double of Meta's Graph API on loopback, as far as WhatsApp's Cloud API goes, with an implementation of its own: it
 * knows tokens, numbers, files and messages, refuses as Meta does, and delivers signed webhooks, also twice, late, in
 * another order and with a changed body.
 */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Manner, misbehave } from './bad-partner'
import { fileFits, fileOf, type StoredFile, takesFile } from './graph-files'
import { GraphPeople } from './graph-people'
import { GraphProfile } from './graph-profile'
import { GraphTemplates } from './graph-templates'

export interface Sent {
  wamid: string
  phoneNumberId: string
  to: string
  type: string
  body: Record<string, unknown>
  /** Our own id, as the caller gave it along. */
  callback: string | null
  /** Where it came in. */
  address: 'messages' | 'marketing_messages'
}

/** What the next call about a message meets. */
export type Trouble =
  /** Refused with one of Meta's numbers. */
  | { kind: 'refuse'; code: number; status?: number }
  /** Taken, and the answer is lost. */
  | { kind: 'answerLost' }
  /** Not taken, and the line breaks. */
  | { kind: 'lineBroken' }
  /** A gateway in between answers, without Meta's words. */
  | { kind: 'gateway'; status: number }

export const TOKEN = 'EAA-token-of-the-double'
export const SECRET = 'app-secret-of-the-double'
export const PHONE = '106540352242922'
/** Id of the app whose token and secret these are. */
const APP = '310455601208'
/** Of somebody else who is let into the account, too. */
const OTHER_APP = '990455601208'
/** Id of the business account. */
export const ACCOUNT = '102290129340398'

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function say(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

const refuse = (response: ServerResponse, code: number, status: number): void =>
  say(response, status, { error: { message: `(#${code}) refused`, type: 'OAuthException', code } })

/** The body of a delivery. */
const delivered = <Entry extends object>(field: string, value: object, entry: Entry) => ({
  object: 'whatsapp_business_account',
  entry: [{ ...entry, changes: [{ field, value }] }],
})
/** Whom the value of a field about a number names. */
const about = (phone: string) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '551140028922', phone_number_id: phone },
})

export class GraphDouble {
  /** Messages it took, in order. */
  readonly taken: Sent[] = []
  /** Messages whose answer somebody was seen to write. */
  readonly typing: string[] = []
  /** By id; a double that is killed and comes back gives one that outlives it. */
  files = new Map<string, StoredFile>()
  /** Called with what it takes, before it answers. */
  onTaken: (sent: Sent) => void = () => {}
  /** Met by the calls that send, one each. */
  readonly troubles: Trouble[] = []
  /** Refusals of whatever asks for a file, one each; 0 breaks the line. */
  readonly fileTroubles: number[] = []
  readonly templates = new GraphTemplates()
  readonly profile = new GraphProfile()
  readonly phone = {
    /** What the Business app on the phone was asked for, in order: it gives each kind once. */
    asked: [] as string[],
    gives: true,
  }
  /** Portfolios of the business accounts it has, by their ids. */
  readonly accounts = new Map([[ACCOUNT, '506914307656634']])
  /** Subjects of groups, by their ids. */
  readonly groups = new Map<string, string>()
  readonly people = new GraphPeople()
  /** What WhatsApp calls a number that is written to, where that is something else. */
  readonly waIds = new Map<string, string>()
  /** Customers who have not written for a day: only templates reach them. */
  readonly quiet = new Set<string>()
  /** Conversations that were taken over or given back, in order; where it may not, both are refused. */
  readonly controls: { customer: string; action: string }[] = []
  mayControl = true
  /** What its app subscribed to. */
  fields = ['messages']
  /** Whether its account delivers to its app. */
  isSubscribed = true
  /** Whether text leaves without a template: for accounts that Meta lets in, and does not block. */
  directSend: 'allowed' | 'notEnabled' | 'blocked' = 'allowed'
  /** Whether marketing has an address of its own. */
  hasMarketing = true
  token = TOKEN
  /** Ids of the numbers it hosts. */
  readonly phones = new Set([PHONE])
  /** Code every call is refused with; null: none. */
  locked: number | null = null
  away = false
  /** Calls to these paths meet somebody who behaves badly; by the method and the path. */
  bad: { calls: RegExp; manner: Manner } | null = null
  calls = 0
  private readonly server = createServer((request, response) => void this.handle(request, response))
  url = ''

  /** @param serial ids begin after it: no two lives may give the same. */
  constructor(private serial = 0) {}

  async start(port = 0): Promise<this> {
    await new Promise<void>(done => this.server.listen(port, '127.0.0.1', done))
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
    return this
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise<void>(done => void this.server.close(() => done()))
  }

  newId = (): string => `wamid.HBgM${Buffer.from(`double-${++this.serial}`).toString('base64url')}`

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.calls += 1
    const body = await read(request)
    const url = new URL(request.url ?? '/', this.url)
    if (this.away) {
      request.socket.destroy()
      return
    }
    if (this.bad?.calls.test(`${request.method} ${url.pathname}`))
      return misbehave(request.socket, this.bad.manner, { self: this.url, inside: this.url, given: () => {} })
    if (url.pathname.startsWith('/files/')) return this.giveFile(request, response, url.pathname.slice(7))
    const app = /^\/v\d+\.0\/(app|\d+\/subscriptions)$/.exec(url.pathname)
    if (app) return this.describeApp(request, response, app[1] ?? '')
    const path =
      /^\/v26\.0\/([^/]+)(?:\/(messages|marketing_messages|media|message_templates|whatsapp_business_profile|thread_control|smb_app_data|subscribed_apps))?$/.exec(
        url.pathname,
      )
    if (!path) return refuse(response, 2500, 404)
    if (request.headers.authorization !== `Bearer ${this.token}`) return refuse(response, 190, 401)
    if (this.locked !== null) return refuse(response, this.locked, 400)
    const [, id = '', what] = path
    if (what === undefined) return this.describe(response, id, url.searchParams.get('fields') ?? '')
    if (what === 'message_templates') {
      if (id !== ACCOUNT) return refuse(response, 100, 400)
      return say(response, 200, this.templates.page(url.searchParams, `${this.url}${url.pathname}`))
    }
    if (what === 'subscribed_apps') {
      const apps = [OTHER_APP, ...(this.isSubscribed ? [APP] : [])]
      const named = (id: string) => ({ whatsapp_business_api_data: { id, name: 'App', link: this.url } })
      return this.accounts.has(id)
        ? say(response, 200, { data: apps.map(named) })
        : refuse(response, 100, 400)
    }
    if (!this.phones.has(id)) return refuse(response, 33, 400)
    if (what === 'whatsapp_business_profile' && request.method === 'GET')
      return say(response, 200, this.profile.read(url.searchParams.get('fields') ?? ''))
    if (request.method !== 'POST') return refuse(response, 100, 400)
    if (what === 'media') return this.takeFile(response, body, request.headers['content-type'] ?? '')
    const said = JSON.parse(body.toString('utf8')) as Record<string, unknown>
    if (what === 'whatsapp_business_profile') {
      this.profile.write(said)
      return say(response, 200, { success: true })
    }
    if (what === 'smb_app_data') {
      const kind = String(said.sync_type)
      if (!this.phone.gives || this.phone.asked.includes(kind)) return refuse(response, 100, 400)
      this.phone.asked.push(kind)
      return say(response, 200, { messaging_product: 'whatsapp', request_id: this.newId() })
    }
    if (what === 'thread_control') {
      if (!this.mayControl) return refuse(response, 2494191, 400)
      this.controls.push({ customer: String(said.to ?? said.recipient), action: String(said.action) })
      return say(response, 200, { messaging_product: 'whatsapp' })
    }
    if (what !== 'marketing_messages') return this.take(id, request, response, said)
    const { product_policy: policy, ...message } = said
    // An account without it answers as to any address it does not know.
    if (!this.hasMarketing) return refuse(response, 2500, 400)
    if (said.type !== 'template' || !['CLOUD_API_FALLBACK', 'STRICT'].includes(String(policy ?? 'STRICT')))
      return refuse(response, 100, 400)
    return this.take(id, request, response, message, 'marketing_messages')
  }

  private describe(response: ServerResponse, id: string, fields: string) {
    const file = this.files.get(id)
    if (file) {
      const trouble = this.fileTroubles.shift()
      if (trouble === 0) {
        response.destroy()
        return
      }
      if (trouble !== undefined) return refuse(response, 131052, trouble)
      return say(response, 200, {
        id,
        url: `${this.url}/files/${id}`,
        mime_type: file.mime,
        file_size: file.bytes.length,
        messaging_product: 'whatsapp',
      })
    }
    const portfolio = this.accounts.get(id)
    if (portfolio !== undefined && fields === 'owner_business_info')
      return say(response, 200, { id, owner_business_info: { id: portfolio, name: 'Padaria Aurora' } })
    const subject = this.groups.get(decodeURIComponent(id))
    if (subject !== undefined && fields === 'subject') return say(response, 200, { id, subject })
    const described = this.phones.has(id) ? this.profile.describe(fields) : null
    if (!described) return refuse(response, 100, 400)
    say(response, 200, { id, display_phone_number: '+55 11 4002-8922', ...described })
  }

  private giveFile(request: IncomingMessage, response: ServerResponse, id: string) {
    const file = this.files.get(id)
    if (!file || request.headers.authorization !== `Bearer ${this.token}`) return refuse(response, 190, 401)
    response.writeHead(200, { 'content-type': file.mime })
    response.end(file.bytes)
  }

  private takeFile(response: ServerResponse, body: Buffer, type: string) {
    const file = fileOf(body, type)
    if (!file || !takesFile(file)) return refuse(response, 100, 400)
    const id = `media-${++this.serial}`
    this.files.set(id, file)
    say(response, 200, { id })
  }

  private take(
    phoneNumberId: string,
    request: IncomingMessage,
    response: ServerResponse,
    body: Record<string, unknown>,
    address: Sent['address'] = 'messages',
  ) {
    if (body.messaging_product !== 'whatsapp') return refuse(response, 100, 400)
    if (body.status === 'read') {
      if (body.typing_indicator) this.typing.push(String(body.message_id))
      return say(response, 200, { success: true })
    }
    const trouble = this.troubles.shift()
    if (trouble?.kind === 'refuse') return refuse(response, trouble.code, trouble.status ?? 400)
    if (trouble?.kind === 'lineBroken') {
      request.socket.destroy()
      return
    }
    if (trouble?.kind === 'gateway') {
      response.writeHead(trouble.status, { 'content-type': 'text/html' })
      response.end('<h1>Bad gateway</h1>')
      return
    }
    const type = String(body.type)
    const content = body[type] as Record<string, unknown> | undefined
    // People who do not show their number are known by an id, in a field of its own.
    const to = body.to ?? body.recipient
    if (!content || typeof to !== 'string') return refuse(response, 100, 400)
    const isDirect = body.category !== undefined
    if (isDirect && this.directSend !== 'allowed')
      return refuse(response, this.directSend === 'blocked' ? 139200 : 100, 400)
    if (this.quiet.has(to) && !isDirect && !['template', 'reaction'].includes(type))
      return refuse(response, 131047, 400)
    if (content.id !== undefined && !fileFits(type, this.files.get(String(content.id))))
      return refuse(response, 100, 400)
    if (type === 'template') {
      const wrong = this.templates.check(content, this.files)
      if (wrong !== null) return refuse(response, wrong, 404)
    }
    const wamid = this.newId()
    const callback = typeof body.biz_opaque_callback_data === 'string' ? body.biz_opaque_callback_data : null
    const sent: Sent = { wamid, phoneNumberId, to, type, body, callback, address }
    this.taken.push(sent)
    this.onTaken(sent)
    if (trouble?.kind === 'answerLost') {
      request.socket.destroy()
      return
    }
    say(response, 200, {
      messaging_product: 'whatsapp',
      contacts: [this.people.answer(to, this.waIds.get(to))],
      messages: [{ id: wamid, ...(address === 'messages' ? {} : { message_status: 'accepted' }) }],
    })
  }

  /** Whoever has the app's token learns its id; the app itself, with its secret, what it subscribed to. */
  private describeApp(request: IncomingMessage, response: ServerResponse, what: string) {
    const wanted = what === 'app' ? this.token : `${APP}|${SECRET}`
    if (request.headers.authorization !== `Bearer ${wanted}`) return refuse(response, 190, 401)
    if (what === 'app') return say(response, 200, { id: APP })
    if (what !== `${APP}/subscriptions`) return refuse(response, 100, 400)
    const fields = this.fields.map(name => ({ name, version: 'v26.0' }))
    const of = (object: string, fields: unknown[]) => ({
      object,
      active: true,
      callback_url: this.url,
      fields,
    })
    say(response, 200, { data: [of('page', [{ name: 'standby' }]), of('whatsapp_business_account', fields)] })
  }

  /** The body of a delivery of any field about a number. */
  field = (field: string, value: object, phone = PHONE) =>
    delivered(field, { ...about(phone), ...value }, { id: ACCOUNT })

  /** What is said in a conversation that another responder answers. */
  standby = (part: object) => this.field('standby', { standby: part })

  /** A conversation changes hands. @param role of whoever has it now. @param at seconds since the epoch. */
  handover(
    type: 'control_passed' | 'control_taken',
    customer: string,
    role: string,
    at: number,
    phone = PHONE,
  ) {
    const { messaging_product, metadata: recipient } = about(phone)
    const sender = { phone_number: customer }
    const roles = { previous_owner_role: 'customer_service', new_owner_role: role }
    const value = { messaging_product, recipient, sender, timestamp: String(at), type, [type]: roles }
    return delivered('messaging_handovers', value, { id: ACCOUNT })
  }

  /** The body of a delivery about some messages, statuses, or both. */
  delivery(
    { names, ...part }: { messages?: unknown[]; statuses?: unknown[]; names?: Record<string, string> },
    phone = PHONE,
  ) {
    const people = Object.entries(names ?? {}).map(([number, name]) => this.people.contact(number, name))
    return this.field('messages', { ...(names ? { contacts: people } : {}), ...part }, phone)
  }

  /** What a customer sends, of whatever type. @param at seconds since the epoch. */
  message<Part extends object>(from: string, part: Part, at = Math.floor(Date.now() / 1_000)) {
    return { ...this.people.sender(from), id: this.newId(), timestamp: String(at), ...part }
  }

  /** A customer's text. @param at seconds since the epoch. */
  text(from: string, body: string, more: Record<string, unknown> = {}, at?: number) {
    return this.message(from, { type: 'text', text: { body }, ...more }, at)
  }

  /** A customer presses an entry of a menu that was sent. @param index from 0. */
  pressed(menu: Sent, index: number) {
    const { type, action } = menu.body.interactive as {
      type: 'list' | 'button'
      action: { sections?: { rows: object[] }[]; buttons?: { reply: object }[] }
    }
    const entry =
      type === 'list' ? action.sections?.flatMap(({ rows }) => rows)[index] : action.buttons?.[index]?.reply
    const context = { from: '551140028922', id: menu.wamid }
    const interactive = { type: `${type}_reply`, [`${type}_reply`]: entry }
    return { ...this.message(menu.to, { type: 'interactive', context, interactive }), from: menu.to }
  }

  /** A status of a message it took. */
  status(sent: Sent, status: string, code?: number) {
    return {
      id: sent.wamid,
      status,
      timestamp: String(Math.floor(Date.now() / 1_000)),
      ...this.people.recipient(sent.to),
      ...(sent.callback ? { biz_opaque_callback_data: sent.callback } : {}),
      ...(code === undefined ? {} : { errors: [{ code, title: 'refused' }] }),
    }
  }

  /** The body of a delivery of a field of the account, or of a number where `phone` is given. */
  notice(field: string, value: Record<string, unknown>, { phone = '', account = ACCOUNT } = {}) {
    const told = phone === '' ? value : { ...about(phone), ...value }
    return delivered(field, told, { id: account, time: Math.floor(Date.now() / 1_000) })
  }

  /** A status with the price Meta tells in it. */
  priced(sent: Sent, status: string, category: string, billable: boolean) {
    const type = billable ? 'regular' : 'free_customer_service'
    const pricing = { billable, pricing_model: 'PMP', type, category }
    return { ...this.status(sent, status), pricing }
  }

  /** Delivers to an address, signed. @param change the body after the signing (somebody in between). */
  async deliver(
    hook: string,
    body: unknown,
    { secret = SECRET, change = (text: string) => text } = {},
  ): Promise<number> {
    const text = JSON.stringify(body)
    const signature = `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
    const answer = await fetch(hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
      body: change(text),
    })
    await answer.arrayBuffer()
    return answer.status
  }
}

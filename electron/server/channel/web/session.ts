/**
 * The life of one number of WhatsApp Web: it pairs by QR code or by a code that is typed into the phone, comes back after
 * a loss, and tells what it hears. It knows no database: everything that is kept goes over ./wire.ts, so that it can run in
 * a thread of its own.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { type Actions, type ActionsTuning, codeOf, createActions } from './actions'
import { type AuthState, isPaired, openAuthState } from './auth-state'
import { createEventReader } from './events'
import { isAnonymous, isChat, isPhone, numberOf, plain } from './jids'
import type { VoiceTools, WebLibrary, WebSocketOf } from './library'
import { createPeople, type People } from './people'
import { endingOf } from './reasons'
import type { WebDelivered, WebDown, WebPerson, WebStatus, WebUp } from './wire'

/** In milliseconds. */
export interface SessionTuning extends ActionsTuning {
  /** First pause before it is begun again; it doubles up to the longest. */
  reconnectMs: number
  longestReconnectMs: number
  /** Life of the first QR code and of those after it. */
  firstCodeMs: number
  codeMs: number
}

const SESSION_TUNING: SessionTuning = {
  ackMs: 20_000,
  unsureMs: 5_000,
  busyMs: 3_000,
  reconnectMs: 1_000,
  longestReconnectMs: 300_000,
  firstCodeMs: 60_000,
  codeMs: 20_000,
}

export interface SessionOptions {
  up: WebUp
  library: WebLibrary
  /** Loads what makes voice notes; null where it is not installed. */
  voice: (() => Promise<VoiceTools>) | null
  tuning?: Partial<SessionTuning>
}

type Update = BaileysEventMap['connection.update']

/** Tries to store what was heard, and the first pause between them; it doubles up to the longest (milliseconds). */
const STORE_TRIES = 20
const STORE_MS = 100
const STORE_MOST_MS = 10_000

/** What the library prints goes nowhere: it prints keys and words of customers. */
function silence() {
  const nothing = (): void => undefined
  const logger = {
    level: 'silent',
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: nothing,
    child: () => logger,
  }
  return logger
}

/** Makes a session that rests until it is opened. */
export function createSession({ up, library, voice, tuning }: SessionOptions): WebDown {
  const t: SessionTuning = { ...SESSION_TUNING, ...tuning }
  let socket: WebSocketOf | null = null
  let auth: AuthState | null = null
  let isOpen = false
  let pairing: string | null = null
  let asked = false
  let codes = 0
  let tries = 0
  let again: NodeJS.Timeout | undefined
  /** Which socket counts: what an earlier one still says is not heard. */
  let life = 0

  const note = (level: 'info' | 'warn', words: string, data: Record<string, string | number> = {}): void =>
    void up.log(level, words, data).catch(() => undefined)
  /** One after the other, so that nothing overtakes what was said before. */
  let said: Promise<void> = Promise.resolve()
  const inOrder = (work: () => Promise<void>): Promise<void> => {
    said = said.then(work).catch((error: unknown) => {
      note('warn', 'a report of a number was not taken', { reason: String(error).slice(0, 200) })
    })
    return said
  }
  /** WhatsApp counts what the library has handed on as delivered: it is tried again until it is on the disk. */
  const deliver = async (delivered: readonly WebDelivered[]): Promise<void> => {
    for (let tried = 0; delivered.length > 0; tried++)
      try {
        return await up.deliver(delivered)
      } catch (error) {
        if (tried >= STORE_TRIES) throw error
        await delay(Math.min(STORE_MOST_MS, STORE_MS * 2 ** tried))
      }
  }
  const status = (update: WebStatus): Promise<void> => inOrder(() => up.status(update))
  const actions: Actions = createActions({
    library,
    voice,
    socket: () => (isOpen ? socket : null),
    tuning: t,
  })

  const drop = (): void => {
    life += 1
    isOpen = false
    clearTimeout(again)
    actions.closed()
    const gone = socket
    socket = null
    if (gone) void Promise.resolve(gone.end(undefined)).catch(() => undefined)
  }

  const closed = async (error: unknown): Promise<void> => {
    const paired = auth !== null && isPaired(auth.creds)
    const code = codeOf(error)
    const ending = endingOf(code, { paired, shown: codes > 0 || asked, tries })
    drop()
    note('info', 'a connection to WhatsApp ended', { code: code ?? 0, tries })
    if (ending.kind === 'down') {
      if (ending.forget) await inOrder(() => up.forgetKeys())
      tries = 0
      pairing = null
      await status({ status: 'DISCONNECTED', reason: ending.reason })
      return
    }
    if (ending.atOnce) return begin(paired ? 'PAIRING' : 'OPENING')
    const pause = Math.min(t.longestReconnectMs, t.reconnectMs * 2 ** tries)
    tries += 1
    // The first loss is mostly over within a second: nobody is alarmed by it.
    if (tries > 1) await status({ status: 'TIMEOUT', reason: ending.reason, retries: tries })
    else await status({ status: 'OPENING', retries: tries })
    again = setTimeout(() => void begin(null), pause)
  }

  const showCode = async (now: WebSocketOf, qr: string): Promise<void> => {
    if (pairing === null) {
      const lasts = codes === 0 ? t.firstCodeMs : t.codeMs
      codes += 1
      await status({
        status: 'qrcode',
        qrcode: qr,
        qrcodeUntil: new Date(Date.now() + lasts).toISOString(),
      })
      return
    }
    if (asked) return
    asked = true
    try {
      const code = await now.requestPairingCode(pairing)
      await status({ status: 'PAIRING', pairingCode: code })
    } catch (error) {
      await closed(error)
    }
  }

  const updated = async (now: WebSocketOf, update: Update): Promise<void> => {
    if (update.isNewLogin) {
      pairing = null
      await status({ status: 'PAIRING' })
    }
    if (update.qr) await showCode(now, update.qr)
    if (update.connection === 'open') {
      isOpen = true
      tries = 0
      codes = 0
      await status({ status: 'CONNECTED', retries: 0, number: numberOf(now.user?.id ?? '') })
    }
    if (update.connection === 'close') await closed(update.lastDisconnect?.error)
  }

  const namesOf = (events: Partial<BaileysEventMap>): WebPerson[] => {
    const contacts = [
      ...(events['contacts.upsert'] ?? []),
      ...(events['contacts.update'] ?? []),
      ...(events['messaging-history.set']?.contacts ?? []),
    ]
    const named = contacts.flatMap((one): WebPerson[] => {
      const jid = [one.phoneNumber, one.id].find(each => each && isChat(each) && isPhone(each))
      return jid && one.name
        ? [{ number: numberOf(jid), jid: plain(jid), name: one.name, formerly: null }]
        : []
    })
    const known = events['lid-mapping.update'] ? [events['lid-mapping.update']] : []
    const mapped = [...known, ...(events['messaging-history.set']?.lidPnMappings ?? [])]
    const met = mapped.flatMap(({ lid, pn }): WebPerson[] =>
      isAnonymous(lid) && isPhone(pn)
        ? [{ number: numberOf(pn), jid: plain(pn), name: '', formerly: numberOf(lid) }]
        : [],
    )
    return [...named, ...met]
  }

  const callsIn = async (
    now: WebSocketOf,
    events: Partial<BaileysEventMap>,
    read: ReturnType<typeof createEventReader>,
  ): Promise<WebDelivered[]> => {
    const found: WebDelivered[] = []
    for (const call of events.call ?? []) {
      if (call.status !== 'offer') continue
      const refused = !call.offline && (await up.refusesCalls())
      if (refused) await now.rejectCall(call.id, call.from).catch(() => undefined)
      const told = await read.call(call, refused)
      if (told) found.push(told)
    }
    return found
  }

  const heard = async (
    now: WebSocketOf,
    events: Partial<BaileysEventMap>,
    people: People,
    read: ReturnType<typeof createEventReader>,
  ): Promise<void> => {
    for (const { id } of events['groups.update'] ?? []) if (id) people.forgetGroup(id)
    const named = namesOf(events)
    if (named.length > 0) await up.people(named)
    await deliver([...(await read.read(events)), ...(await callsIn(now, events, read))])
  }

  const listen = (now: WebSocketOf, state: AuthState): void => {
    const mine = life
    const people = createPeople(now)
    const read = createEventReader({ library, people })
    now.ev.process(async events => {
      if (mine !== life) return
      const renewed = events['creds.update']
      if (renewed) Object.assign(state.creds, renewed)
      await inOrder(async () => {
        if (renewed) await state.save()
      })
      await inOrder(() => heard(now, events, people, read))
      const update = events['connection.update']
      if (update && mine === life) await updated(now, update)
    })
    now.ws.on('CB:ack,class:message', (node: { attrs: Record<string, string> }) => {
      const { id, error } = node.attrs
      if (mine !== life || !id) return
      actions.answered(id, error ?? null)
      if (!error) void inOrder(() => deliver([read.taken(id)]))
    })
  }

  /** @param first what is said at the beginning; null for nothing. */
  const begin = async (first: 'OPENING' | 'PAIRING' | null): Promise<void> => {
    drop()
    const mine = life
    asked = false
    codes = 0
    if (first) await status({ status: first })
    try {
      let state = await openAuthState(up, library)
      // A code that nobody typed leaves credentials behind that open nothing.
      if (!isPaired(state.creds) && state.creds.me) {
        await up.forgetKeys()
        state = await openAuthState(up, library)
      }
      if (mine !== life) return
      auth = state
      socket = library.makeWASocket({
        auth: {
          creds: state.creds,
          keys: library.makeCacheableSignalKeyStore(state.keys, silence()),
        },
        logger: silence(),
        browser: library.Browsers.ubuntu('Chrome'),
        // The phone goes on ringing while Turno is connected.
        markOnlineOnConnect: false,
        syncFullHistory: false,
        generateHighQualityLinkPreview: false,
        // What leaves from here is known here: it would come back as written on the phone.
        emitOwnEvents: false,
        shouldIgnoreJid: jid => !isChat(jid),
        getMessage: async ({ id }) => {
          const content = id ? await up.contentOf(id) : null
          return content ? library.proto.Message.decode(Buffer.from(content, 'base64')) : undefined
        },
      })
      listen(socket, state)
    } catch (error) {
      if (mine === life) await closed(error)
    }
  }

  return {
    ...actions,
    async open(number) {
      if (number !== null && !(auth && isPaired(auth.creds))) await up.forgetKeys()
      pairing = number
      tries = 0
      await begin('OPENING')
    },
    async close() {
      drop()
      await said
    },
    async signOut() {
      const now = isOpen ? socket : null
      life += 1
      if (now) await now.logout().catch(() => undefined)
      drop()
      await inOrder(() => up.forgetKeys())
      auth = null
    },
  }
}

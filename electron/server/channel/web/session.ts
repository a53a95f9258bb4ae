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
import { isChat, numberOf } from './jids'
import type { VoiceTools, WebLibrary, WebSocketOf } from './library'
import { createPeople, namedIn, type People } from './people'
import { endingOf } from './reasons'
import { createStoreFirst } from './store-first'
import type { WebDelivered, WebDown, WebStatus, WebUp } from './wire'

/** In milliseconds. */
export interface SessionTuning extends ActionsTuning {
  /** First pause before it is begun again; it doubles up to the longest. */
  reconnectMs: number
  longestReconnectMs: number
  /** Life of the first QR code and of those after it. */
  firstCodeMs: number
  codeMs: number
  /** First pause before what could not be stored is tried again; it doubles up to the longest. */
  storeMs: number
}

const SESSION_TUNING: SessionTuning = {
  ackMs: 20_000,
  unsureMs: 5_000,
  busyMs: 3_000,
  reconnectMs: 1_000,
  longestReconnectMs: 300_000,
  firstCodeMs: 60_000,
  codeMs: 20_000,
  storeMs: 100,
}

export interface SessionOptions {
  up: WebUp
  library: WebLibrary
  /** Loads what makes voice notes; null where it is not installed. */
  voice: (() => Promise<VoiceTools>) | null
  tuning?: Partial<SessionTuning>
}

type Update = BaileysEventMap['connection.update']
type EventReader = ReturnType<typeof createEventReader>

/** Tries to store what was heard, and the longest pause between them (milliseconds). */
const STORE_TRIES = 20
const STORE_MOST_MS = 10_000
/** Tries for a message that is not acknowledged before: some six seconds, then WhatsApp delivers it again. */
const STORE_FIRST_TRIES = 6

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
  /** Keys of what is stored already, until the library hands it on. */
  const stored = new Set<string>()
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
  /** Tried again until it is on the disk: what is no message counts as delivered by now. */
  const deliver = async (delivered: readonly WebDelivered[], tries = STORE_TRIES): Promise<void> => {
    for (let tried = 0; delivered.length > 0; tried++)
      try {
        return await up.deliver(delivered)
      } catch (error) {
        if (tried >= tries) throw error
        await delay(Math.min(STORE_MOST_MS, t.storeMs * 2 ** tried))
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
    stored.clear()
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

  const callsIn = async (events: Partial<BaileysEventMap>, read: EventReader): Promise<WebDelivered[]> => {
    const found: WebDelivered[] = []
    for (const call of events.call ?? []) {
      const refused = !call.offline && (await up.refusesCalls().catch(() => false))
      // Nobody waits for WhatsApp's answer: it may take a minute.
      if (refused) void socket?.rejectCall(call.id, call.from).catch(() => undefined)
      const told = await read.call(call, refused)
      if (told) found.push(told)
    }
    return found
  }

  const heard = async (
    events: Partial<BaileysEventMap>,
    people: People,
    read: EventReader,
  ): Promise<void> => {
    for (const { id } of events['groups.update'] ?? []) if (id) people.forgetGroup(id)
    const named = namedIn(events)
    if (named.length > 0) await up.people(named)
    const said = await read.read(events)
    await deliver(said.filter(({ key }) => !stored.delete(key)))
  }

  const listen = (now: WebSocketOf, state: AuthState, people: People, read: EventReader): void => {
    const mine = life
    now.ev.process(async events => {
      if (mine !== life) return
      const renewed = events['creds.update']
      if (renewed) Object.assign(state.creds, renewed)
      await inOrder(async () => {
        if (renewed) await state.save()
      })
      await inOrder(() => heard(events, people, read))
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

  /** Before it is acknowledged. What cannot be stored ends the connection: nothing leaves it any more, no receipt either. */
  const storeFirst = async (
    mine: number,
    events: Partial<BaileysEventMap>,
    reader: () => EventReader,
  ): Promise<void> => {
    // What cannot be read now could not be read later either.
    const read = async () => [...(await reader().read(events)), ...(await callsIn(events, reader()))]
    const delivered = await read().catch((error: unknown) => {
      note('warn', 'a message was not understood', { reason: String(error).slice(0, 200) })
      return []
    })
    try {
      if (mine !== life) throw new Error('the connection is over')
      await deliver(delivered, STORE_FIRST_TRIES)
      for (const { key } of delivered) stored.add(key)
    } catch (error) {
      if (mine === life) void closed(error)
      throw error
    }
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
      const first = createStoreFirst({
        library,
        creds: state.creds,
        store: events => storeFirst(mine, events, () => read),
        missed: () => note('warn', 'a message is acknowledged before it is stored'),
      })
      const now = library.makeWASocket({
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
        makeSignalRepository: first.makeSignalRepository,
        getMessage: async ({ id }) => {
          const content = id ? await up.contentOf(id) : null
          return content ? library.proto.Message.decode(Buffer.from(content, 'base64')) : undefined
        },
      })
      socket = now
      const people = createPeople(now)
      const read = createEventReader({ library, people })
      first.listen(now)
      listen(now, state, people, read)
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

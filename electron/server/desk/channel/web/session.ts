/**
 * The life of one WhatsApp Web number: it pairs by QR code or by a code typed into the phone, reconnects after a loss,
 * and reports incoming events. It knows no database: everything stored goes over ./wire.ts, so that it can run in its
 * own thread.
 */
import type { BaileysEventMap } from '@whiskeysockets/baileys'
import type { VoicePackages } from '../voice/packages'
import { type Actions, type ActionsTuning, codeOf, createActions, NEW_CHAT_REFUSED } from './actions'
import { type AuthState, isPaired, openAuthState } from './auth-state'
import { isChat, numberOf } from './jids'
import type { WebLibrary, WebSocketOf } from './library'
import { createNewChats } from './new-chats'
import { endingOf } from './reasons'
import { createReceiver } from './receive'
import { createReports, silence } from './reports'
import { createStoreFirst } from './store-first'
import type { WebDown, WebUp } from './wire'

/** In milliseconds. */
export interface SessionTuning extends ActionsTuning {
  /** First pause before a restart; it doubles up to a maximum. */
  reconnectMs: number
  longestReconnectMs: number
  /** Life of the first QR code and of those after it. */
  firstCodeMs: number
  codeMs: number
  /** First pause before a failed store is retried; it doubles up to a maximum. */
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
  /** Where the voice note packages are; null when not installed. */
  voice: VoicePackages | null
  tuning?: Partial<SessionTuning>
}

type Update = BaileysEventMap['connection.update']

/** Begins a connection to WhatsApp. */
function openSocket(
  library: WebLibrary,
  up: WebUp,
  state: AuthState,
  makeSignalRepository: ReturnType<typeof createStoreFirst>['makeSignalRepository'],
): WebSocketOf {
  return library.makeWASocket({
    auth: {
      creds: state.creds,
      keys: library.makeCacheableSignalKeyStore(state.keys, silence()),
    },
    logger: silence(),
    browser: library.Browsers.ubuntu('Chrome'),
    // The phone keeps ringing while Turno is connected.
    markOnlineOnConnect: false,
    syncFullHistory: false,
    generateHighQualityLinkPreview: false,
    // Messages sent from here are known: otherwise they would come back as written on the phone.
    emitOwnEvents: false,
    shouldIgnoreJid: jid => !isChat(jid),
    makeSignalRepository,
    getMessage: async ({ id }) => {
      const content = id ? await up.contentOf(id) : null
      return content ? library.proto.Message.decode(Buffer.from(content, 'base64')) : undefined
    },
  })
}

/** Makes a session; nothing connects before `open`. */
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
  /** The socket in use: events of earlier ones are dropped. */
  let life = 0

  const reports = createReports(up, t.storeMs)
  const { note, inOrder, status } = reports
  const newChats = createNewChats(async state => {
    // A closed connection must not report that it is open; the state is asked again when it comes up.
    if (isOpen) await status({ status: 'CONNECTED', newChats: state })
  })
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
    // The first loss is usually over within a second: nobody is alarmed.
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

  /** An answer about the limits on starting conversations; null when there is none, as by libraries that cannot ask. */
  const orNothing = async <T>(ask: () => Promise<T>): Promise<T | null> => {
    try {
      return await ask()
    } catch (error) {
      note('info', 'what the number may begin is not known', { reason: String(error).slice(0, 200) })
      return null
    }
  }
  const askLock = (now: WebSocketOf) => orNothing(() => now.fetchAccountReachoutTimelock())
  const askNewChats = async (now: WebSocketOf): Promise<void> => {
    newChats.begin()
    const lock = await askLock(now)
    const cap = await orNothing(() => now.fetchNewChatMessageCap())
    if (now !== socket || !isOpen) return
    await newChats.locked(lock ?? {})
    if (cap) await newChats.capped(cap)
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
      void askNewChats(now)
    }
    if (update.reachoutTimeLock && isOpen) await newChats.locked(update.reachoutTimeLock)
    if (update.connection === 'close') await closed(update.lastDisconnect?.error)
  }

  /** @param first the status reported at the beginning; null for none. */
  const begin = async (first: 'OPENING' | 'PAIRING' | null): Promise<void> => {
    drop()
    const mine = life
    asked = false
    codes = 0
    if (first) await status({ status: first })
    try {
      let state = await openAuthState(up, library)
      // An unused code leaves useless credentials behind.
      if (!isPaired(state.creds) && state.creds.me) {
        await up.forgetKeys()
        state = await openAuthState(up, library)
      }
      if (mine !== life) return
      auth = state
      const receiver = createReceiver({
        ...{ up, library, reports, onUpdate: updated, onCapped: newChats.capped },
        onAcknowledged(id, error) {
          if (error === NEW_CHAT_REFUSED) void newChats.refused(() => askLock(now))
          actions.answered(id, error)
        },
        isOver: () => mine !== life,
        onFailed: error => void closed(error),
      })
      const first = createStoreFirst({
        library,
        creds: state.creds,
        store: receiver.storeFirst,
        missed: () => note('warn', 'a message is acknowledged before it is stored'),
      })
      const now = openSocket(library, up, state, first.makeSignalRepository)
      socket = now
      first.listen(now)
      receiver.listen(now, state)
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
      await reports.settled()
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

/** The sessions of this process's paired numbers: started, ended, and restarted when the database did not answer. */
import type { ConnectionReason } from '@contract'
import { eq } from 'drizzle-orm'
import type { Log } from '../../../log'
import type { SessionKeys } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/db/client'
import { whatsapps } from '../../../platform/db/schema'
import type { ChannelSink } from '../channel'
import type { Inbox } from '../inbox'
import type { HostedSession, SessionHost } from './host'
import { forgetKeys } from './keys'
import { serveSession } from './serve-session'
import type { WebDown, WebStatus, WebUp } from './wire'

/** Pause before a number is restarted that failed because of the database, milliseconds. */
const BEGIN_AGAIN_MS = 1_000

interface NumberSession extends HostedSession {
  up: boolean
}

export interface SessionsDeps {
  db: Db
  keys: SessionKeys
  sink: ChannelSink
  log: Log
  /** null when the library is not installed: nothing starts. */
  host: () => SessionHost | null
  inbox: Inbox
  /** Runs work in the background. */
  run(task: () => Promise<unknown>): void
  /** Stores that a number is down. */
  down(whatsappId: number, reason: ConnectionReason): Promise<void>
  ended(): boolean
}

export function createSessions({ db, keys, sink, log, host, inbox, run, down, ended }: SessionsDeps) {
  const sessions = new Map<number, NumberSession>()
  /** Numbers waiting for a restart. */
  const retries = new Map<number, NodeJS.Timeout>()
  /** Consecutive unused codes of a number. */
  const lapses = new Map<number, number>()
  let belongs = (_companyId: number): boolean => true

  /** After a second unused code the reason is more than that nobody scanned it. */
  const lapsed = (whatsappId: number, update: WebStatus): WebStatus => {
    if (update.status === 'CONNECTED') lapses.delete(whatsappId)
    if (update.reason !== 'codeExpired') return update
    const times = (lapses.get(whatsappId) ?? 0) + 1
    lapses.set(whatsappId, times)
    return times < 2 ? update : { ...update, reason: 'passkey' }
  }

  /** What a number's session asks the server. */
  const upOf = (companyId: number, whatsappId: number): WebUp =>
    serveSession({
      ...{ db, keys, sink, log, inbox, at: { companyId, whatsappId } },
      onStatus(update) {
        const { status } = update
        const session = sessions.get(whatsappId)
        if (session) {
          session.up = status === 'CONNECTED'
          // A number that stays down until somebody acts needs no thread.
          if (status === 'DISCONNECTED') run(() => end(whatsappId, session))
        }
        return lapsed(whatsappId, update)
      },
    })

  /** The session of a number, started if needed; null when the library is not installed. */
  const begin = async (whatsappId: number): Promise<NumberSession | null> => {
    const known = sessions.get(whatsappId)
    if (known || !host()) return known ?? null
    const [row] = await db
      .select({ companyId: whatsapps.companyId })
      .from(whatsapps)
      .where(eq(whatsapps.id, whatsappId))
    const begun = sessions.get(whatsappId)
    const at = host()
    if (!row || begun || !at || !belongs(row.companyId)) return begun ?? null
    const hosted = at.begin(whatsappId, upOf(row.companyId, whatsappId), {
      // A restarted session uses the paired phone.
      up: life => life > 1 && run(() => hosted.session.open(null)),
      down() {
        const session = sessions.get(whatsappId)
        if (session) session.up = false
        run(() => sink.status({ whatsappId, status: 'TIMEOUT', qrcode: '', reason: 'restart' }))
      },
    })
    const session = { ...hosted, up: false }
    sessions.set(whatsappId, session)
    return session
  }
  const end = async (whatsappId: number, session = sessions.get(whatsappId)): Promise<void> => {
    if (!session || sessions.get(whatsappId) !== session) return
    sessions.delete(whatsappId)
    await session.end()
  }
  const cancelRetry = (whatsappId: number): void => {
    clearTimeout(retries.get(whatsappId))
    retries.delete(whatsappId)
  }
  const open = (whatsappId: number, phone: string | null): void => {
    cancelRetry(whatsappId)
    run(async () => {
      const session = await begin(whatsappId).catch((error: unknown) => {
        // The database did not answer: nobody else would restart it.
        const timer = setTimeout(() => ended() || open(whatsappId, phone), BEGIN_AGAIN_MS)
        timer.unref()
        retries.set(whatsappId, timer)
        throw error
      })
      if (!session) return host() ? undefined : down(whatsappId, 'noPackage')
      session.up = false
      await session.session.open(phone)
    })
  }

  return {
    has: (whatsappId: number): boolean => sessions.has(whatsappId),
    /** The session of a number that is up, or null. */
    connected(whatsappId: number): WebDown | null {
      const session = sessions.get(whatsappId)
      return session?.up ? session.session : null
    },
    /** @param phone that is paired by a code; null for the paired one, or the QR code. */
    open,
    end: (whatsappId: number): Promise<void> => end(whatsappId),
    /** Signs a number out and deletes its keys. */
    async forget(whatsappId: number): Promise<void> {
      cancelRetry(whatsappId)
      await sessions
        .get(whatsappId)
        ?.session.signOut()
        .catch(() => undefined)
      await end(whatsappId)
      await forgetKeys(db, whatsappId)
    },
    /** Starts sessions only for these companies from now on. */
    serve(mine: (companyId: number) => boolean): void {
      belongs = mine
    },
    /** @param ids numbers whose sessions end; all of them unless given. */
    async endAll(ids: Iterable<number> = sessions.keys()): Promise<void> {
      await Promise.all(
        [...ids].map(id => {
          cancelRetry(id)
          return end(id)
        }),
      )
    },
  }
}

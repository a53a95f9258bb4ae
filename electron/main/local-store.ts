/** What main keeps for the signed-in account on this computer: outbox, drafts, files to send, and whose they are. */
import { randomUUID } from 'node:crypto'
import { DEFAULT_DOWNLOAD_LIMIT_MB, type SessionState } from '../../src/contract'
import { type Attachments, createAttachments } from './attachments/attachments'
import { type Cache, createCache } from './cache/cache'
import { droppingLines } from './copilot/summaries'
import { createWords, type Words } from './copilot/words'
import { createDrafts, type Drafts } from './drafts/drafts'
import { type LocalDb, openLocalDb } from './local-db/local-db'
import type { Log } from './log/log'
import { createHttpTransport, type ServerRequest } from './outbox/http-transport'
import { createOutbox, type Outbox } from './outbox/outbox'
import type { OutboxDeps } from './outbox/types'
import { systemClock } from './outbox/types'
import { seesAs } from './session/own-user'
import type { Session } from './session/session'

export interface LocalStore {
  db: LocalDb
  attachments: Attachments
  drafts: Drafts
  cache: Cache
  outbox: Outbox
  words: Words
  /** The account's number, null when nobody is signed in. */
  scope(): number | null
  /**
   * Somebody was deleted or erased on the server: what was seen of them, and what was written to them and has not left, is gone
   * when this resolves, from the file as well (a big one: from the next start on).
   */
  forgetContact(id: number, ticketIds: readonly number[]): Promise<void>
  /** Resolves when the account of the present session is known here. */
  settled(): Promise<void>
  close(): Promise<void>
}

const MEGABYTE = 1024 * 1024

/** The company's upload limit in bytes; the setting `downloadLimit` is in megabytes. */
export function uploadLimitOf(state: SessionState): number {
  const value = state.user?.company?.settings.find(s => s.key === 'downloadLimit')?.value
  const megabytes = Number(value)
  return (
    (value && Number.isFinite(megabytes) && megabytes > 0 ? megabytes : DEFAULT_DOWNLOAD_LIMIT_MB) * MEGABYTE
  )
}

/** @param serverKey names the server, because ids of two servers may be alike. */
export async function openLocalStore(deps: {
  dataDir: string
  serverKey: string | (() => string)
  session: Session
  request: ServerRequest
  /** Milliseconds the server's clock is ahead of ours, null before its first answer. */
  aheadMs: () => number | null
  clientIds: OutboxDeps['clientIds']
  onOutboxChange: OutboxDeps['onChange']
  onMessage: OutboxDeps['onMessage']
  onTranslated?: OutboxDeps['onTranslated']
  log: Log
}): Promise<LocalStore> {
  const { session, log } = deps
  const db = await openLocalDb({ dataDir: deps.dataDir, log })
  let scope: number | null = null
  let account: string | null = null
  /** What the account may see, as far as its cache knows. */
  let rights = ''
  let turn: Promise<void> = Promise.resolve()

  const attachments = createAttachments({
    db,
    dataDir: deps.dataDir,
    scope: () => scope,
    limitBytes: () => uploadLimitOf(session.state()),
    newId: randomUUID,
    now: Date.now,
    log: log.child('attachments'),
  })
  await attachments.sweep()

  const outbox = createOutbox({
    db,
    attachments,
    transport: createHttpTransport({
      request: deps.request,
      attachments,
      clock: systemClock,
      aheadMs: deps.aheadMs,
    }),
    clientIds: deps.clientIds,
    ready: () => scope !== null && session.state().status === 'signedIn',
    onChange: deps.onOutboxChange,
    onMessage: deps.onMessage,
    onTranslated: deps.onTranslated,
    log: log.child('outbox'),
  })

  const cache = createCache({ db, log: log.child('cache'), alongside: droppingLines })
  const words = createWords({ db, log: log.child('words') })

  /** What was seen with other rights is not theirs to see any more; it comes again as far as it is. */
  const seenAnew = async (): Promise<void> => {
    const mine = scope
    if (mine === null) return
    // A session may end while the cache is closed and opened.
    const isOver = (): boolean => scope !== mine
    try {
      await cache.close()
      if (isOver()) return
      await cache.open(mine, rights)
      if (isOver()) await cache.close()
    } catch (error) {
      log.error('what was seen with other rights could not be erased', { error })
    }
  }

  const follow = (state: SessionState) => {
    const user = state.status === 'signedIn' ? state.user : null
    const key = user ? `${user.companyId}:${user.id}` : null
    const now = user ? seesAs(user) : ''
    const isAnother = now !== rights
    rights = now
    if (key === account) {
      if (user && isAnother) turn = turn.then(seenAnew)
      return
    }
    account = key
    scope = null
    turn = turn
      .then(async () => {
        await outbox.stop()
        await cache.close()
        words.close()
        if (!user || account !== key) return
        const server = typeof deps.serverKey === 'string' ? deps.serverKey : deps.serverKey()
        const found = await db.scopeOf({ server, companyId: user.companyId, userId: user.id })
        if (account !== key) return
        await cache.open(found, rights)
        await words.open(found)
        scope = found
        await outbox.start(found)
      })
      .catch(error => log.error('account could not be opened on this computer', { error }))
  }
  session.onChange(follow)
  follow(session.state())

  // Only the user's own sign-out forgets what was typed; a session that was ended may go on later.
  session.onEnding('data', async reason => {
    await outbox.stop()
    if (reason !== 'signedOut' || scope === null) return
    const leaving = scope
    scope = null
    account = null
    words.close()
    await cache.erase()
    await db.eraseScope(leaving)
    await attachments.sweep()
  })

  const drafts = createDrafts({ db, attachments, scope: () => scope, log: log.child('drafts') })

  return {
    db,
    attachments,
    drafts,
    cache,
    outbox,
    words,
    scope: () => scope,
    settled: () => turn,
    async forgetContact(id, ticketIds) {
      const own = new Set(await cache.forgetContact(id, ticketIds))
      await outbox.drop(own)
      for (const ticketId of own) {
        await drafts.remove(ticketId)
        await db.write([{ sql: 'DELETE FROM summaries WHERE ticket_id = ?', args: [ticketId] }])
      }
      await words.forget([...own])
      await db.compactSoon()
    },
    async close() {
      await outbox.stop()
      await cache.close()
      await db.close()
    },
  }
}

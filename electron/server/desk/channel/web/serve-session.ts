/** The server's side of a session (./wire.ts). */

import type { Log } from '../../../log'
import type { SessionKeys } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/db/client'
import { settingsOf } from '../../../settings'
import type { ChannelSink } from '../channel'
import type { Inbox } from '../inbox'
import { keepReceivedIds, knownOf } from './ids'
import { forgetKeys, loadKeys, storeKeys } from './keys'
import { keepPeople } from './known-people'
import type { WebStatus, WebUp } from './wire'

export interface ServeSessionDeps {
  db: Db
  keys: SessionKeys
  sink: ChannelSink
  log: Log
  inbox: Inbox
  at: { companyId: number; whatsappId: number }
  /** Called with each state of the number. @returns what is reported about it. */
  onStatus(update: WebStatus): WebStatus
}

/** What a number's session may call. */
export function serveSession({ db, keys, sink, log, inbox, at, onStatus }: ServeSessionDeps): WebUp {
  const { companyId, whatsappId } = at
  return {
    loadKeys: (type, ids) => loadKeys(db, keys, whatsappId, type, ids),
    storeKeys: changes => storeKeys(db, keys, at, changes),
    forgetKeys: () => forgetKeys(db, whatsappId),
    async deliver(delivered) {
      await keepReceivedIds(db, at, delivered)
      await inbox.store(delivered.map(one => ({ ...at, ...one })))
    },
    async status(reported) {
      const { pairingCode, ...update } = onStatus(reported)
      await sink.status({ whatsappId, ...update, qrcode: pairingCode ?? update.qrcode ?? '' })
      // Files could not be downloaded while it was down.
      if (update.status === 'CONNECTED') inbox.wake()
    },
    async people(people) {
      await keepPeople(db, at, people)
      for (const { number, lid, username } of people)
        if (lid !== null || username !== null)
          await sink.person({
            ...{ whatsappId, number, username },
            ...(lid === null ? {} : { addresses: [{ kind: 'lid' as const, value: lid }] }),
          })
    },
    typing: (number, writes) => sink.typing({ whatsappId, from: { number, isGroup: false }, writes }),
    contentOf: async messageId => (await knownOf(db, companyId, messageId))?.content || null,
    refusesCalls: async () => (await settingsOf(db, companyId, ['call'])).call === 'disabled',
    async log(level, words, data) {
      log[level](words, { whatsappId, ...data })
    },
  }
}

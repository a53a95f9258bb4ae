/** Answers and events: which of them is the newer one, of servers with a log and of those without. */

import { logOf, placeText, READ_AT_HEADER } from '@contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noteReadAt } from '@/api/read-at'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { absorbTickets, resetTickets, setViewer, useTicketsStore } from '@/stores/tickets'
import { placed } from '../../../src/stores/newer'
import { deferred } from '../../support/deferred'
import { aTicket, aViewer } from './a-ticket'

let number = 0
/** An event about ticket 1, `seq` where the server numbers it. */
function heard(lastMessage: string, seq?: number, log = logOf('e', 7)): void {
  happens({ action: 'update', ticket: aTicket(1, { lastMessage }) }, seq, log)
}
function happens(data: object, seq?: number, log = logOf('e', 7)): void {
  const event = { channel: 'ticket', data }
  number += 1
  receiveFeed({ events: [{ seq: number, event, ...(seq === undefined ? {} : { at: { log, seq } }) }] })
  flushFeed()
}
/** Asks for ticket 1. @returns called with what the server answers, and where it read it. */
function asking(): (lastMessage: string, seq?: number, log?: string) => Promise<void> {
  const answer = deferred<object>()
  const coming = placed(answer.promise)
  return async (lastMessage, seq, log = logOf('e', 7)) => {
    const headers = seq === undefined ? {} : { [READ_AT_HEADER]: placeText({ log, seq }) }
    answer.resolve(noteReadAt(aTicket(1, { lastMessage }), headers))
    const [ticket, position] = await coming
    absorbTickets([ticket as ReturnType<typeof aTicket>], position)
  }
}
const shown = () => useTicketsStore.getState().byId.get(1)?.lastMessage

beforeEach(() => {
  number = 0
  setViewer(aViewer())
})
afterEach(() => {
  setViewer(null)
  resetTickets()
  resetFeed()
})

describe('an event that comes while a question is on its way', () => {
  it('is in the answer where the server read it at the event or after it, and newer where it did before', async () => {
    heard('before', 40)
    const [first, second, third] = [asking(), asking(), asking()]
    heard('event', 42)
    await first('older', 41)
    expect(shown()).toBe('event')
    await second('at the event', 42)
    expect(shown()).toBe('at the event')
    await third('later', 43)
    expect(shown()).toBe('later')
  })

  it.each([
    ['known', 40],
    ['that no answer has brought yet', undefined],
  ])('takes a ticket away for good, one %s: an older answer does not bring it back', async (_what, seq) => {
    if (seq !== undefined) heard('before', seq)
    const [first, second] = [asking(), asking()]
    happens({ action: 'removeFromList', ticketId: 1 }, 42)
    await first('older', 41)
    expect(shown()).toBeUndefined()
    await second('later', 43)
    expect(shown()).toBe('later')
  })

  it('is in what is asked for afterwards, though a process answers that has not heard of it', async () => {
    heard('event', 42)
    await asking()('asked later', 30)
    expect(shown()).toBe('asked later')
  })

  it('is newer where the server does not say: it has no log, this process does not follow it, or it is another one', async () => {
    const numbered = asking()
    heard('numbered', 5)
    await numbered('unmarked answer')
    expect(shown()).toBe('numbered')
    for (const [seq, log] of [logOf('another', 7), logOf('e', 8)].entries()) {
      const answer = asking()
      heard('event', 9 + seq)
      await answer('elsewhere', 1_000, log)
      expect(shown()).toBe('event')
    }
    const older = asking()
    heard('without a log')
    await older('older')
    expect(shown()).toBe('without a log')
  })

  it('counts as it did after the numbers begin again, and on a server without any', async () => {
    heard('high', 9_000)
    const early = asking()
    heard('restored', 3, logOf('restored', 7))
    await early('of the log before', 9_001)
    expect(shown()).toBe('restored')
    const answer = asking()
    heard('next', 5, logOf('restored', 7))
    await answer('read before', 4, logOf('restored', 7))
    expect(shown()).toBe('next')
    await asking()('read after', 5, logOf('restored', 7))
    expect(shown()).toBe('read after')
    await asking()('asked after')
    expect(shown()).toBe('asked after')
  })
})

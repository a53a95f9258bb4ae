// @vitest-environment jsdom
import '../support/jsdom'
import { type FeedEvent, type QuickMessage, quickMessage as schema } from '@contract'
import { afterEach, expect, it } from 'vitest'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { quickMessagesDirectory } from '@/stores/quick-messages'
import { startSession, stopSession } from '@/stores/session'
import { aUser, fakeBridge, installBridge } from '../support/fake-bridge'

const one = (id: number, over: object = {}): QuickMessage =>
  schema.parse({ id, shortcode: `s${id}`, message: 'oi', userId: 1, geral: false, ...over })

afterEach(() => {
  stopSession()
  quickMessagesDirectory.reset()
  resetFeed()
})

it('the list behind the slash follows live, without what is a colleague’s own', async () => {
  const fake = fakeBridge({ user: aUser({ id: 1 }) })
  installBridge(fake)
  await startSession(fake.bridge)
  quickMessagesDirectory.use.setState({ items: [one(1)], status: 'ready' })
  let seq = 0
  const hear = (data: Extract<FeedEvent, { channel: 'quickmessage' }>['data']): string[] => {
    receiveFeed({ events: [{ seq: ++seq, event: { channel: 'quickmessage', data } }] })
    flushFeed()
    return quickMessagesDirectory.use.getState().items.map(({ shortcode }) => shortcode)
  }
  expect(hear({ action: 'create', record: one(2, { shortcode: 'pix', geral: true, userId: 9 }) })).toEqual([
    'pix',
    's1',
  ])
  expect(hear({ action: 'create', record: one(3, { userId: 9 }) })).toEqual(['pix', 's1'])
  expect(hear({ action: 'update', record: one(1, { shortcode: 'bomdia' }) })).toEqual(['bomdia', 'pix'])
  // Taken back from the company, it is its owner's alone.
  expect(hear({ action: 'update', record: one(2, { userId: 9 }) })).toEqual(['bomdia'])
  expect(hear({ action: 'delete', id: 1 })).toEqual([])
})

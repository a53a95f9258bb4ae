import { outgoing } from '@contract'
import { expect, it } from 'vitest'
import { outgoingOf } from '@/features/composer/sending'
import { createHttpTransport } from '../../../electron/main/outbox/http-transport'
import type { OutboxRecord } from '../../../electron/main/outbox/types'

const content = { ticketId: 3, text: 'Até logo!', quote: null, attachments: [], signature: null, undoMs: 0 }
const itemOf = (more: object) => outgoing.parse(outgoingOf({ ...content, ...more }, () => 'farewell-1')[0])

/** What the server is sent of an entry. */
async function bodyOf(more: object, asked = false): Promise<unknown> {
  let sent = ''
  const transport = createHttpTransport({
    request: async ({ body }) => {
      sent = String(body?.())
      return Response.json({ message: null, messages: [] })
    },
    attachments: {} as never,
    clock: { now: () => 0, after: () => () => {} },
    aheadMs: () => null,
  })
  const record = { ...itemOf(more), asked } as unknown as OutboxRecord
  await transport.sendText(record, new AbortController().signal)
  return JSON.parse(sent)
}

it('says what its writer took the ticket to be, until a person asks for it to be sent again', async () => {
  const expected = { userId: 1, status: 'open', lastMessageId: 'seen' }
  expect(await bodyOf({ expected })).toMatchObject({ expected })
  expect(await bodyOf({ expected }, true)).not.toHaveProperty('expected')
  expect(await bodyOf({})).not.toHaveProperty('expected')
})

it('says what is pressed below a text', async () => {
  const menu = { kind: 'button', entries: [{ title: 'Sim' }] }
  expect(await bodyOf({ menu })).toMatchObject({ body: 'Até logo!', menu })
  expect(await bodyOf({})).not.toHaveProperty('menu')
})

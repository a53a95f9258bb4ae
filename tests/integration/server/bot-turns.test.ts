import { eq, like } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { storeBatch } from '../../../electron/server/desk/inbound/store'
import { handlers } from '../../../electron/server/doors/routes'
import { silentLog } from '../../../electron/server/log'
import { happenings, messages, whatsappQueues, whatsapps } from '../../../electron/server/platform/db/schema'
import { startWorkspace } from '../../../electron/server/start'
import { FakeChannel } from './fake-channel'
import { startHarness } from './harness'

it('a customer whose message was stored by a server that ended right then gets the menu from the next one, once', async () => {
  const own = await startHarness()
  const { id, whatsappId, suporte, vendas } = own.one
  await own.db.platform.delete(whatsappQueues).where(eq(whatsappQueues.whatsappId, whatsappId))
  await own.insert(
    whatsappQueues,
    [suporte, vendas].map(queueId => ({ companyId: id, whatsappId, queueId })),
  )
  await own.update(whatsapps, { greetingMessage: 'Bem-vindo!' }, eq(whatsapps.id, whatsappId))
  // One that was answered owes nothing.
  await own.customer(own.one, '5511977770001', 'Oi')
  expect(await own.db.$count(happenings)).toBe(0)
  await own.running.close()

  const channels: FakeChannel[] = []
  const live = (prepare?: Parameters<typeof startWorkspace>[0]['prepare']) =>
    startWorkspace({
      folder: own.folder,
      log: silentLog,
      handlers,
      ...(prepare ? { prepare } : {}),
      createChannel: ({ sink }) => {
        const channel = new FakeChannel(sink)
        channels.push(channel)
        return channel
      },
    })
  // What a kill leaves: the message with its mark, and no answer.
  const next = await live(db =>
    db.platform.write(async tx => {
      const message = {
        whatsappId,
        from: { number: '5511977770002', name: 'Zeca', isGroup: false },
        mediaType: 'conversation',
        at: new Date().toISOString(),
        id: crypto.randomUUID(),
        body: 'Olá',
      }
      const placed = () => ({ queueId: null, bot: true, hasWindow: false })
      const { touched } = await storeBatch(tx, id, [{ message, media: null, tooLarge: false }], placed)
      for (const ticketId of touched.keys())
        await tx
          .insert(happenings)
          .values({ companyId: id, ticketId, consumer: 'answers', payload: { bot: true, isNew: true } })
    }),
  )
  const toZeca = (channel: FakeChannel | undefined) =>
    channel?.sent.filter(({ to }) => to.number === '5511977770002').map(({ body }) => body)
  await expect.poll(() => toZeca(channels[0])).toEqual([expect.stringContaining('Bem-vindo!')])
  expect(await next.app.db.$count(happenings)).toBe(0)
  await next.close()

  // Handing over again is the channel's to recognise; what the bot says is stored once.
  const third = await live()
  const greetings = await third.app.db
    .select({ ticketId: messages.ticketId })
    .from(messages)
    .where(like(messages.body, 'Bem-vindo!%'))
  expect(greetings).toHaveLength(2)
  expect(new Set(greetings.map(({ ticketId }) => ticketId)).size).toBe(2)
  await third.close()
})

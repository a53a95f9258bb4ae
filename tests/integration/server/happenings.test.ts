/** What follows by itself from what happens: owed with it, done once and in order, and held up by nobody else's trouble. */
import { and, asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Consumer } from '../../../electron/server/desk/happenings/consumer'
import { owe } from '../../../electron/server/desk/happenings/owed'
import { storeOwn } from '../../../electron/server/desk/messages/rows'
import { handlers } from '../../../electron/server/doors/routes'
import { silentLog } from '../../../electron/server/log'
import type { Db } from '../../../electron/server/platform/db/client'
import { happenings, messages, tickets } from '../../../electron/server/platform/db/schema'
import { startWorkspace } from '../../../electron/server/start'
import { soon } from '../../support/soon'
import { FakeChannel } from './fake-channel'
import { type CompanyFixture, startHarness } from './harness'

/** Repeats in the conversation what customers write. @param stumbles says of which company it cannot. */
function echo(stumbles: (companyId: number) => boolean = () => false): Consumer<string> {
  const consumer: Consumer<string> = {
    name: 'echo',
    hears: {
      wrote: (act, { stored, touched }) =>
        owe(
          act,
          consumer,
          stored.flatMap(({ ticketId, body }) => {
            const ticket = touched.get(ticketId)?.after
            return ticket ? [{ ticket, payload: body }] : []
          }),
        ),
    },
    async settle({ app, tx, companyId }, ticketId, owed) {
      for (const body of owed) await storeOwn(app, tx, ticketId, { companyId, body, userId: null })
      if (stumbles(companyId)) throw new Error('stumbled')
      return null
    },
  }
  return consumer
}

const repeated = async (db: Db, { id }: CompanyFixture): Promise<string[]> => {
  const rows = await db
    .select({ body: messages.body })
    .from(messages)
    .where(and(eq(messages.companyId, id), eq(messages.fromMe, true)))
    .orderBy(asc(messages.seq))
  return rows.map(({ body }) => body)
}

it('what is owed when a server ends is done by the next one, in order and once', async () => {
  const own = await startHarness({ consumers: [echo()] })
  const number = '5511977770001'
  await own.customer(own.one, number, 'um')
  expect(await repeated(own.db, own.one)).toEqual(['um'])
  const [ticket] = await own.db.select().from(tickets)
  if (!ticket) throw new Error('no ticket')
  // The conversation's turn never comes: as if the process were killed after the commit.
  void own.running.app.memory.answers.run(own.one.whatsappId, ticket.id, () => new Promise(() => undefined))
  for (const body of ['dois', 'três'])
    await own.running.sink.incoming([
      {
        whatsappId: own.one.whatsappId,
        from: { number, name: 'Zeca', isGroup: false },
        mediaType: 'conversation',
        at: new Date().toISOString(),
        id: crypto.randomUUID(),
        body,
      },
    ])
  expect(await own.db.$count(happenings)).toBe(2)
  await own.running.close()

  for (const _life of ['next', 'third']) {
    const { app, close } = await startWorkspace({
      folder: own.folder,
      log: silentLog,
      handlers,
      consumers: [echo()],
      createChannel: ({ sink }) => new FakeChannel(sink),
    })
    await soon(async () => expect(await app.db.$count(happenings)).toBe(0))
    expect(await repeated(app.db, own.one)).toEqual(['um', 'dois', 'três'])
    await close()
  }
})

it('what one company cannot do holds up no other, leaves nothing half done, and is tried again', async () => {
  let broken: number | null = null
  const own = await startHarness({ consumers: [echo(companyId => companyId === broken)] })
  const due = (values: { tries?: number }) =>
    own.update(happenings, { ...values, nextAt: new Date(0).toISOString() })
  broken = own.one.id
  await own.customer(own.one, '5511977770002', 'um')
  await own.customer(own.two, '5511977770003', 'outro')
  expect(await repeated(own.db, own.two)).toEqual(['outro'])
  expect(await repeated(own.db, own.one)).toEqual([])
  expect(await own.db.select().from(happenings)).toEqual([
    expect.objectContaining({ companyId: own.one.id, payload: 'um', tries: 1 }),
  ])

  broken = null
  await due({})
  await soon(async () => expect(await repeated(own.db, own.one)).toEqual(['um']))
  expect(await own.db.$count(happenings)).toBe(0)

  // Not for ever.
  broken = own.one.id
  await own.customer(own.one, '5511977770002', 'dois')
  await due({ tries: 4 })
  await soon(async () => expect(await own.db.$count(happenings)).toBe(0))
  expect(await repeated(own.db, own.one)).toEqual(['um'])
  await own.close()
})

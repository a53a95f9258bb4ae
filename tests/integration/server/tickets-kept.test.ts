import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import {
  contacts,
  queues,
  tags,
  tickets,
  ticketTags,
  userQueues,
  users,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()

const list = (who: Person) => h.call(who, 'tickets.list', { query: { status: 'pending' } })

it('a list shows at once whatever changes of what its tickets are made of, and to whom', async () => {
  const { one } = h
  const { id, contactId, whatsappId } = await h.newTicket(one, {})
  const tag = await h.insert(tags, { companyId: one.id, name: 'Nova', color: '#000' })
  const changes: Record<string, () => Promise<unknown>> = {
    contato: () => h.db.platform.update(contacts).set({ name: 'contato' }).where(eq(contacts.id, contactId)),
    linha: () =>
      h.db.platform
        .update(whatsapps)
        .set({ name: 'linha' })
        .where(eq(whatsapps.id, whatsappId ?? 0)),
    setor: () =>
      h.db.platform.write(tx => tx.update(queues).set({ name: 'setor' }).where(eq(queues.id, one.suporte))),
    Nova: () => h.db.platform.insert(ticketTags).values({ companyId: one.id, ticketId: id, tagId: tag.id }),
    etiqueta: () => h.db.platform.update(tags).set({ name: 'etiqueta' }).where(eq(tags.id, tag.id)),
    pessoa: async () => {
      await h.update(users, { name: 'pessoa' }, eq(users.id, one.ana.id))
      await h.update(tickets, { userId: one.ana.id }, eq(tickets.id, id))
    },
    palavras: () => h.db.platform.update(tickets).set({ lastMessage: 'palavras' }).where(eq(tickets.id, id)),
  }
  for (const [word, change] of Object.entries(changes)) {
    const shown = async () => JSON.stringify((await list(one.sup)).body.tickets)
    expect(await shown()).not.toContain(`"${word}"`)
    await change()
    expect(await shown()).toContain(`"${word}"`)
  }
  await h.db.platform.delete(userQueues).where(eq(userQueues.userId, one.sup.id))
  expect((await list(one.sup)).body).toMatchObject({ tickets: [], count: 0 })
})

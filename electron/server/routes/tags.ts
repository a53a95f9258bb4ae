/** Tags, and tagging a ticket (specification 1 section 7). */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { tags, ticketTags } from '../db/schema'
import { Refusal } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { seenOf, ticketFor } from '../tickets/visibility'
import { ticketDetail } from '../views/tickets'

const columns = { id: tags.id, name: tags.name, color: tags.color, kanban: tags.kanban, userId: tags.userId }
/** Colour of a tag nobody chose one for (design/contract.md 6.4). */
const DEFAULT_COLOUR = '#A4CCCC'
const COLOUR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

export const tagHandlers: HandlersOf<'tags'> = {
  'tags.list': ({ app, me }) =>
    app.db
      .select({
        ...columns,
        ticketsCount: sql<number>`(select count(*) from ${ticketTags} where ${ticketTags.tagId} = ${tags.id})`,
      })
      .from(tags)
      .where(eq(tags.companyId, me.companyId))
      .orderBy(asc(sql`${tags.name} collate nocase`), asc(tags.id)),

  'tags.create': async ({ app, me, body }) => {
    const color = body.color && body.color !== '' ? body.color : DEFAULT_COLOUR
    if (!COLOUR.test(color)) throw new Refusal('ERR_VALIDATION', { field: 'color' })
    const answer = await app.db.write(async tx => {
      // Two agents who add the same tag get the same tag.
      const [known] = await tx
        .select(columns)
        .from(tags)
        .where(and(eq(tags.companyId, me.companyId), sql`${tags.name} = ${body.name} collate nocase`))
        .limit(1)
      if (known) return { tag: known, fresh: false }
      const [made] = await tx
        .insert(tags)
        .values({ companyId: me.companyId, name: body.name, color, kanban: body.kanban ?? 0, userId: me.id })
        .returning(columns)
      if (!made) throw new Refusal('ERR_INTERNAL')
      return { tag: made, fresh: true }
    })
    if (answer.fresh) app.realtime.toCompany(me.companyId, 'tag', { action: 'create', tag: answer.tag })
    return { ...answer.tag, ticketsCount: 0 }
  },

  'tags.sync': async ({ app, me, body }) => {
    const ticket = await ticketFor(app.db, me, body.ticketId)
    const ids = [...new Set(body.tags.map(tag => tag.id))]
    await app.db.write(async tx => {
      const found = ids.length
        ? await tx
            .select({ id: tags.id })
            .from(tags)
            .where(and(eq(tags.companyId, me.companyId), inArray(tags.id, ids)))
        : []
      if (found.length !== ids.length) throw new Refusal('ERR_NO_TAG_FOUND')
      await tx.delete(ticketTags).where(eq(ticketTags.ticketId, ticket.id))
      if (ids.length > 0) {
        await tx
          .insert(ticketTags)
          .values(ids.map(tagId => ({ companyId: me.companyId, ticketId: ticket.id, tagId })))
      }
    })
    const view = await ticketDetail(app.db, ticket.id)
    if (!view) throw new Refusal('ERR_NO_TICKET_FOUND')
    app.realtime.ticketChanged(seenOf(ticket), seenOf(ticket), { action: 'update', ticket: view })
    return view
  },
}

/** Contact lists of campaigns and their items (docs/specification.md 3.7, "Contact lists"). */
import { fold, PAGE } from '@contract'
import { and, eq } from 'drizzle-orm'
import { recheck } from '../contact-lists/checks'
import { createItem, itemOf, itemPage, removeItem, updateItem } from '../contact-lists/items'
import { addRows, addSheet, removeItems, removeList } from '../contact-lists/rows'
import {
  inNameOrder,
  itemView,
  listOf,
  listView,
  listViews,
  ofCompany,
  publishList,
} from '../contact-lists/views'
import type { Reader } from '../db/client'
import { contactLists } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { refuseWithoutFeature } from '../plans/limits'
import type { Me } from '../workspace'

/** Lists a picker is given at once. */
const PICKER = 1_000

/** Contact lists belong to plans with campaigns (docs/specification.md 3.1). @throws ApiError ERR_PLAN_LACKS */
const planned = (db: Reader, me: Me): Promise<void> => refuseWithoutFeature(db, me.companyId, 'useCampaigns')

export const contactListHandlers: HandlersOf<'contactLists'> = {
  'contactLists.page': async ({ app, me, query }) => {
    await planned(app.db, me)
    const wanted = ofCompany(me, query.searchParam)
    const count = await app.db.$count(contactLists, wanted)
    const from = (query.pageNumber - 1) * PAGE.records
    const rows = await app.db
      .select()
      .from(contactLists)
      .where(wanted)
      .orderBy(...inNameOrder)
      .limit(PAGE.records)
      .offset(from)
    return { records: await listViews(app.db, rows), count, hasMore: count > from + rows.length }
  },

  // The company is the caller's, whatever is in the query.
  'contactLists.list': async ({ app, me }) => {
    await planned(app.db, me)
    const rows = await app.db
      .select()
      .from(contactLists)
      .where(ofCompany(me))
      .orderBy(...inNameOrder)
      .limit(PICKER)
    return listViews(app.db, rows)
  },

  'contactLists.get': async ({ app, me, params }) => {
    await planned(app.db, me)
    return listView(app.db, me.companyId, params.id)
  },

  'contactLists.create': async ({ app, me, body }) => {
    await planned(app.db, me)
    return app.db.company(me.companyId).write(async tx => {
      const [row] = await tx
        .insert(contactLists)
        .values({ companyId: me.companyId, name: body.name, search: fold(body.name) })
        .returning({ id: contactLists.id })
      const view = row && (await publishList(app, tx, me.companyId, row.id, 'create'))
      if (!view) throw new ApiError('ERR_INTERNAL')
      return view
    })
  },

  'contactLists.update': async ({ app, me, params, body }) => {
    await planned(app.db, me)
    return app.db.company(me.companyId).write(async tx => {
      await tx
        .update(contactLists)
        .set({ name: body.name, search: fold(body.name), updatedAt: new Date().toISOString() })
        .where(and(eq(contactLists.id, params.id), eq(contactLists.companyId, me.companyId)))
      const view = await publishList(app, tx, me.companyId, params.id)
      if (!view) throw new ApiError('ERR_NO_CONTACTLIST_FOUND')
      return view
    })
  },

  'contactLists.remove': async ({ app, me, params }) => {
    await planned(app.db, me)
    await removeList(app, me, params.id)
    return null
  },

  'contactLists.addRows': async ({ app, me, params, body }) => {
    await planned(app.db, me)
    return { rows: await addRows(app, me, params.id, body.rows) }
  },

  'contactLists.upload': async ({ app, me, params, files }) => {
    await planned(app.db, me)
    return addSheet(app, me, params.id, files[0])
  },

  'contactLists.recheck': async ({ app, me, params }) => {
    await planned(app.db, me)
    const { id } = await listOf(app.db, me.companyId, params.id)
    await recheck(app, me.companyId, id)
    return listView(app.db, me.companyId, id)
  },

  'contactLists.removeItems': async ({ app, me, params, body }) => {
    await planned(app.db, me)
    return { removed: await removeItems(app, me, params.id, body.ids) }
  },
}

export const contactListItemHandlers: HandlersOf<'contactListItems'> = {
  'contactListItems.page': async ({ app, me, query }) => {
    await planned(app.db, me)
    const { id } = await listOf(app.db, me.companyId, query.contactListId)
    return itemPage(app.db, id, query)
  },

  'contactListItems.get': async ({ app, me, params }) => {
    await planned(app.db, me)
    return itemView(await itemOf(app.db, me, params.id))
  },

  // Company and list are the caller's, whatever is in the body.
  'contactListItems.create': async ({ app, me, body }) => {
    await planned(app.db, me)
    return createItem(app, me, body.contactListId, body)
  },

  'contactListItems.update': async ({ app, me, params, body }) => {
    await planned(app.db, me)
    return updateItem(app, me, params.id, body)
  },

  'contactListItems.remove': async ({ app, me, params }) => {
    await planned(app.db, me)
    await removeItem(app, me, params.id)
    return null
  },
}

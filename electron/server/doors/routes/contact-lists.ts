/** Contact lists of campaigns and their items (docs/specification.md 3.7, "Contact lists"). */
import { recheck } from '../../desk/contact-lists/checks'
import { createItem, itemOf, itemPage, removeItem, updateItem } from '../../desk/contact-lists/items'
import {
  addRows,
  addSheet,
  createList,
  removeItems,
  removeList,
  renameList,
} from '../../desk/contact-lists/rows'
import { itemView, listOf, listPage, listsOf, listView } from '../../desk/contact-lists/views'
import type { Reader } from '../../platform/db/client'
import type { HandlersOf } from '../../platform/http/handlers'
import { refuseWithoutFeature } from '../../platform/plans/limits'
import type { Me } from '../../workspace'

/** Contact lists belong to plans with campaigns (docs/specification.md 3.1). @throws ApiError ERR_PLAN_LACKS */
const planned = (db: Reader, me: Me): Promise<void> => refuseWithoutFeature(db, me.companyId, 'useCampaigns')

export const contactListHandlers: HandlersOf<'contactLists'> = {
  'contactLists.page': async ({ app, me, query }) => {
    await planned(app.db, me)
    return listPage(app.db, me, query)
  },

  // The company is the caller's, whatever is in the query.
  'contactLists.list': async ({ app, me }) => {
    await planned(app.db, me)
    return listsOf(app.db, me)
  },

  'contactLists.get': async ({ app, me, params }) => {
    await planned(app.db, me)
    return listView(app.db, me.companyId, params.id)
  },

  'contactLists.create': async ({ app, me, body }) => {
    await planned(app.db, me)
    return createList(app, me, body.name)
  },

  'contactLists.update': async ({ app, me, params, body }) => {
    await planned(app.db, me)
    return renameList(app, me, params.id, body.name)
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
    await listOf(app.db, me.companyId, params.id)
    await recheck(app, me.companyId, params.id)
    return listView(app.db, me.companyId, params.id)
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

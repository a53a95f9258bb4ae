/** Contact lists of campaigns and their items. */
import { recheck } from '../../desk/contact-lists/checks'
import { createItem, itemPage, itemWith, removeItem, updateItem } from '../../desk/contact-lists/items'
import { addRows, addSheet, removeItems, removeList } from '../../desk/contact-lists/rows'
import { keptContactLists, listPage } from '../../desk/contact-lists/views'
import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'
import { inPlan } from './in-plan'

export const contactListHandlers = inPlan<keyof HandlersOf<'contactLists'>>('useCampaigns', {
  // The company is the caller's, whatever is in the query.
  'contactLists.page': ({ app, me, query }) => listPage(app.db, me, query),
  ...serve('contactLists', keptContactLists, 'list', 'get'),
  'contactLists.remove': ({ app, me, params }) => removeList(app, me, params.id),
  'contactLists.addRows': async ({ app, me, params, body }) => ({
    rows: await addRows(app, me, params.id, body.rows),
  }),
  'contactLists.upload': ({ app, me, params, files }) => addSheet(app, me, params.id, files[0]),
  'contactLists.recheck': ({ app, me, params }) => recheck(app, me.companyId, params.id),
  'contactLists.removeItems': async ({ app, me, params, body }) => ({
    removed: await removeItems(app, me, params.id, body.ids),
  }),
})

export const contactListItemHandlers = inPlan<keyof HandlersOf<'contactListItems'>>('useCampaigns', {
  // Company and list are the caller's, whatever is in the call.
  'contactListItems.page': ({ app, me, query }) => itemPage(app.db, me, query),
  'contactListItems.get': ({ app, me, params }) => itemWith(app.db, me, params.id),
  'contactListItems.create': ({ app, me, body }) => createItem(app, me, body.contactListId, body),
  'contactListItems.update': ({ app, me, params, body }) => updateItem(app, me, params.id, body),
  'contactListItems.remove': ({ app, me, params }) => removeItem(app, me, params.id),
})

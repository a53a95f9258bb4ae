/** Calls on the options of a queue's chatbot, and holidays. */

import { keptHolidays } from '../../desk/queues/holidays'
import {
  createOption,
  optionViews,
  removeOption,
  setOptionFile,
  updateOption,
} from '../../desk/queues/options'
import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'

export const queueOptionHandlers: HandlersOf<'queueOptions'> = {
  'queueOptions.list': ({ app, me, query }) =>
    optionViews(app.db, me.companyId, query.queueId, query.parentId),
  'queueOptions.create': ({ app, me, body }) => createOption(app, me.companyId, body),
  'queueOptions.update': ({ app, me, params, body }) => updateOption(app, me.companyId, params.id, body),
  'queueOptions.remove': ({ app, me, params }) => removeOption(app, me.companyId, params.id),
  'queueOptions.attach': ({ app, me, params, files }) => setOptionFile(app, me.companyId, params.id, files),
  'queueOptions.detach': ({ app, me, params }) => setOptionFile(app, me.companyId, params.id, null),
}

export const holidayHandlers: HandlersOf<'holidays'> = {
  ...serve('holidays', keptHolidays, 'list'),
}

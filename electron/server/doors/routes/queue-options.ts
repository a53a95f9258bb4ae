/** Calls on the options of a queue's chatbot, and holidays (docs/specification.md 2.2 and 2.7). */

import { createHoliday, holidaysOf, removeHoliday, updateHoliday } from '../../desk/queues/holidays'
import {
  createOption,
  optionViews,
  removeOption,
  setOptionFile,
  updateOption,
} from '../../desk/queues/options'
import type { HandlersOf } from '../../platform/http/handlers'

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
  'holidays.list': ({ app, me }) => holidaysOf(app.db, me.companyId),
  'holidays.create': ({ app, me, body }) => createHoliday(app, me.companyId, body),
  'holidays.update': ({ app, me, params, body }) => updateHoliday(app, me.companyId, params.id, body),
  'holidays.remove': ({ app, me, params }) => removeHoliday(app, me.companyId, params.id),
}

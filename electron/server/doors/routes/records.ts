/** Calls of areas that are little more than records (../../platform/records). */
import { acceptProposal, dropProposal, proposalsPage } from '../../automation/articles/proposals'
import { keptRules, runsOf } from '../../automation/rules/keep'
import { tryRule } from '../../automation/rules/try'
import { deadlinesOf } from '../../automation/service-levels/deadlines'
import { keptLevels } from '../../automation/service-levels/levels'
import { keptMacros } from '../../automation/steps/macros'
import { markMentions, mentionsOf } from '../../desk/mentions/mentions'
import { notesOf, removeNote } from '../../desk/mentions/notes'
import { writeNote } from '../../desk/mentions/write-note'
import { keptQuickMessages } from '../../desk/messages/quick-messages'
import { keptQueues, orderQueues, queueWithTickets, removeQueue } from '../../desk/queues/write'
import { keptTags, laneTags, tagPage } from '../../desk/tickets/company-tags'
import { keptReminders, removeReminder } from '../../desk/tickets/reminders'
import { arrangeViews, countViews, keptViews, viewsOf } from '../../desk/tickets/saved-views'
import { changeIn, changeTags } from '../../desk/tickets/tags'
import { originOf } from '../../platform/audit/audited'
import { announcementPage, keptAnnouncements } from '../../platform/companies/announcements'
import type { HandlersOf } from '../../platform/http/handlers'
import { finishBreak, startBreak } from '../../platform/people/breaks'
import { serve } from '../../platform/records/serve'
import { keptAlarms, noteAlarms } from '../floor/alarms'
import { floorNow } from '../floor/now'
import { sendNow } from '../report-schedules/job'
import { keptReportSchedules } from '../report-schedules/write'

type Area =
  | 'announcements'
  | 'articleProposals'
  | 'breaks'
  | 'floor'
  | 'floorAlarms'
  | 'macros'
  | 'mentions'
  | 'notes'
  | 'queues'
  | 'quickMessages'
  | 'reminders'
  | 'reportSchedules'
  | 'rules'
  | 'savedViews'
  | 'serviceLevels'
  | 'tags'

export const recordHandlers: HandlersOf<Area> = {
  ...serve('tags', keptTags, 'list', 'get'),
  'tags.kanban': async ({ app, me }) => ({ lista: await laneTags(app.db, me) }),
  'tags.page': ({ app, me, query }) => tagPage(app.db, me, query),
  'tags.sync': ({ app, me, body }) => changeTags(app, me, body.ticketId, changeIn(body), body.expected),

  ...serve('rules', keptRules, 'list', 'arrange'),
  'rules.try': ({ app, me, body }) => tryRule(app.db, me.companyId, body),
  'rules.runs': ({ app, me, params }) => runsOf(app.db, me, params.id),

  ...serve('macros', keptMacros, 'list'),

  ...serve('savedViews', keptViews),
  'savedViews.list': ({ app, me }) => viewsOf(app.db, me),
  'savedViews.counts': ({ app, me }) => countViews(app.db, me),
  'savedViews.arrange': ({ app, me, body }) => arrangeViews(app, me, body.ids),

  ...serve('serviceLevels', keptLevels, 'list', 'arrange'),
  'serviceLevels.ofTicket': ({ app, me, params }) => deadlinesOf(app.db, me, params.ticketId),

  ...serve('reportSchedules', keptReportSchedules),
  'reportSchedules.list': async ({ app, me }) => ({ schedules: await keptReportSchedules.list(app, me) }),
  'reportSchedules.send': ({ app, me, params }) => sendNow(app, me, params.id),

  'floor.now': ({ app, me }) => floorNow(app, me, Date.now()),
  ...serve('floorAlarms', keptAlarms, 'list'),
  'floorAlarms.note': ({ app, me }) => noteAlarms(app, me),

  // Company and user are the caller's, whatever is in the query.
  ...serve('quickMessages', keptQuickMessages, 'list', 'page', 'get', 'attach', 'detach'),

  ...serve('queues', keptQueues, 'list', 'attach', 'detach'),
  // The company is the caller's, whatever is in the query.
  'queues.get': ({ app, me, params }) => queueWithTickets(app.db, me.companyId, params.id),
  'queues.order': ({ app, me, body }) => orderQueues(app, me, body.ids),
  'queues.remove': ({ app, me, params }) => removeQueue(app, me, params.id),

  ...serve('announcements', keptAnnouncements, 'get', 'attach', 'detach'),
  'announcements.list': ({ app, query }) => announcementPage(app.db, query, false),
  'announcements.everything': ({ app, query }) => announcementPage(app.db, query, true),

  ...serve('reminders', keptReminders, 'list'),
  'reminders.remove': ({ app, me, params }) => removeReminder(app, me, params.id),

  'notes.list': ({ app, me, query }) => notesOf(app.db, me, query),
  'notes.create': ({ app, me, body, request }) => writeNote(app, me, body, originOf(request)),
  'notes.remove': ({ app, me, params }) => removeNote(app, me, params.id),

  'mentions.list': ({ app, me }) => mentionsOf(app.db, me),
  'mentions.mark': ({ app, me, body: { ids, read, done } }) => markMentions(app, me, ids, { read, done }),

  'breaks.start': ({ app, me, body }) => startBreak(app, me, body.reason, body.minutes ?? null),
  'breaks.end': ({ app, me }) => finishBreak(app, me),

  'articleProposals.page': ({ app, me, query }) => proposalsPage(app.db, me, query.pageNumber),
  'articleProposals.accept': ({ app, me, params, body }) => acceptProposal(app, me, params.id, body),
  'articleProposals.remove': async ({ app, me, params }) => {
    await dropProposal(app, me, params.id)
    return null
  },
}

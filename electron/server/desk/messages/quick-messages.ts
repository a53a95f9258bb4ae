/** Quick messages: the company's and people's own. */
import { type BodyOut, holds, mayChangeQuickMessage, tidyMenu } from '@contract'
import { asc, eq, or } from 'drizzle-orm'
import { ApiError } from '../../errors'
import { refuseUnknownRows } from '../../platform/db/company-rows'
import { quickMessages } from '../../platform/db/schema'
import { attach } from '../../platform/media/attached'
import { records } from '../../platform/records/records'
import { refuseFaults } from './menus'

/** The company's and one's own: colleagues' own ones stay private. */
export const keptQuickMessages = records({
  table: quickMessages,
  order: [asc(quickMessages.shortcode)],
  visible: me => or(eq(quickMessages.geral, true), eq(quickMessages.userId, me.id)),
  // As it is sent.
  show: row => ({ ...row, status: row.geral, isMedia: row.mediaPath !== null }),
  search: ({ shortcode, message, menu }) =>
    [shortcode, message, ...(menu?.entries ?? []).map(({ title }) => title)].join('\n'),
  missing: 'ERR_NO_QUICKMESSAGE_FOUND',
  mayChange: (me, row) => mayChangeQuickMessage(me, row),
  async check(tx, me, form: BodyOut<'quickMessages.create'>, before) {
    const { geral, queueIds = [], message, menu = before?.menu } = form
    const was = before?.geral ?? false
    if ((geral ?? was) !== was && !holds(me, 'quick-messages:setGeneral'))
      throw new ApiError('ERR_NO_PERMISSION')
    if (menu) refuseFaults(message, menu)
    await refuseUnknownRows(tx, me.companyId, 'queue', queueIds, before?.queueIds)
  },
  columns({ shortcode, message, ...form }, me, before) {
    const geral = form.geral ?? before?.geral ?? false
    const queueIds = [...new Set(form.queueIds ?? before?.queueIds)]
    // Taken back from the company it belongs to the person who did so; otherwise it would vanish from their screen.
    const userId = before && !(before.geral && !geral) ? before.userId : me.id
    const menu = form.menu === undefined ? (before?.menu ?? null) : form.menu && tidyMenu(form.menu)
    return { shortcode, message, geral, queueIds, userId, menu }
  },
  /** A general one is announced to the company, a private one to its owner. */
  announce(app, { companyId }, { before, after }) {
    const row = after ?? before
    const shown = after && { ...after, status: after.geral, isMedia: after.mediaPath !== null }
    if (before?.geral && !after?.geral)
      app.realtime.toCompany(companyId, 'quickmessage', { action: 'delete', id: before.id })
    const payload = shown
      ? { action: before ? ('update' as const) : ('create' as const), record: shown }
      : { action: 'delete' as const, id: row.id }
    if (after?.geral) app.realtime.toCompany(companyId, 'quickmessage', payload)
    else if (!row.geral && row.userId !== null)
      app.realtime.toUsers(companyId, [row.userId], 'quickmessage', payload)
  },
  file: {
    async take(place, companyId, files) {
      const { mediaPath, mediaName } = await attach(place, companyId, files)
      // Attached files have no spaces in their names.
      return { mediaPath, mediaName: mediaName.replace(/\s+/g, '_') }
    },
    of: ({ mediaPath }) => mediaPath,
  },
})

/** Quick messages: the composer's list and their screen. */
import { z } from 'zod'
import { MESSAGE_MAX_CHARS, QUICK_MESSAGE } from '../constants'
import { quickMessage } from '../entities'
import { MENU_FAULTS, menuParts } from '../menus'
import { line, pageNumber, rowIds, searchParam, textId, words } from '../requests'
import { hasMore, listOf, rowCount } from '../scalars'
import { crud } from './crud'
import { endpoint } from './define'

/**
 * Quick message form rules. The slash that calls it up in the composer is no part of the
 * shortcode. `geral` makes it the whole company's, which only admins decide.
 */
export const quickMessageForm = z.object({
  shortcode: line(QUICK_MESSAGE.maxShortcode, 'Too Long!')
    .overwrite(text => text.replace(/^[/\s]+/, ''))
    .min(1, 'Obrigatório'),
  message: words(MESSAGE_MAX_CHARS),
  geral: z.boolean().optional(),
  /** In whose tickets it is offered; empty: in all. */
  queueIds: rowIds.optional(),
  /** Buttons, list or link below its text; null removes them. */
  menu: menuParts.nullish(),
})

export const quickMessageEndpoints = {
  'quickMessages.list': endpoint('GET', '/quick-messages/list', {
    summary: 'Quick messages the caller may use: the company-wide ones and the own',
    access: 'member',
    query: () =>
      z.object({
        companyId: textId.optional(),
        userId: textId.optional(),
      }),
    response: () => listOf('quickMessages', quickMessage),
  }),
  'quickMessages.page': endpoint('GET', '/quick-messages', {
    summary: 'The same by shortcode, paged and searched in shortcode and message',
    access: 'member',
    query: () => z.object({ searchParam, pageNumber, userId: textId.optional() }),
    response: () =>
      z.object({ records: listOf('quickMessages.page', quickMessage), count: rowCount, hasMore }),
  }),
  ...crud('quickMessages', '/quick-messages', {
    access: 'member',
    record: quickMessage,
    form: quickMessageForm,
    missing: 'ERR_NO_QUICKMESSAGE_FOUND',
    get: 'One quick message the caller may use',
    create: [
      'Add a quick message: one’s own, or the company’s for an admin',
      'ERR_NO_PERMISSION',
      'ERR_NO_QUEUE_FOUND',
      ...MENU_FAULTS,
    ],
    update: [
      'Change a quick message: one’s own; the company’s for admins and supervisors',
      'ERR_NO_PERMISSION',
      'ERR_NO_QUEUE_FOUND',
      ...MENU_FAULTS,
    ],
    remove: [
      'Delete a quick message: one’s own; the company’s for admins and supervisors',
      'ERR_NO_PERMISSION',
    ],
    attach: ['Give a quick message its file', 'ERR_NO_PERMISSION'],
    detach: ['Take the file of a quick message away', 'ERR_NO_PERMISSION'],
  }),
} as const

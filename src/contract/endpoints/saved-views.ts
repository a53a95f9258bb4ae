/** Views: which tickets somebody wants to see together, for oneself or for the people of a queue. */
import { z } from 'zod'
import { savedView, savedViewForm } from '../saved-views'
import { id, listOf, maybeFigure } from '../scalars'
import { crud } from './crud'
import { endpoint } from './define'

export const savedViewEndpoints = {
  ...crud('savedViews', '/saved-views', {
    access: 'member',
    record: savedView,
    form: savedViewForm,
    missing: 'ERR_NO_VIEW_FOUND',
    list: 'The views the caller sees, in the order the caller put them in',
    create: [
      'Add a view, one’s own or one that others see',
      'ERR_NO_PERMISSION',
      'ERR_NO_QUEUE_FOUND',
      'ERR_TOO_MANY_VIEWS',
    ],
    arrange: 'Put the views the caller sees into an order of the caller’s own',
    update: [
      'Change a view: one’s own; one that others see, whoever may show it to them',
      'ERR_NO_PERMISSION',
      'ERR_NO_QUEUE_FOUND',
    ],
    remove: ['Delete a view by the same right', 'ERR_NO_PERMISSION'],
  }),
  'savedViews.counts': endpoint('GET', '/saved-views/counts', {
    summary: 'How many tickets each of them holds for the caller now',
    access: 'member',
    response: () => listOf('savedViews.counts', z.object({ id, count: maybeFigure })),
  }),
} as const

/** Views: which tickets somebody wants to see together, for oneself or for the people of a queue. */
import { z } from 'zod'
import { rowIds } from '../requests'
import { savedView, savedViewForm } from '../saved-views'
import { id, listOf, maybeFigure } from '../scalars'
import { done, endpoint } from './define'

export const savedViewEndpoints = {
  'savedViews.list': endpoint('GET', '/saved-views', {
    summary: 'The views the caller sees, in the order the caller put them in',
    access: 'member',
    response: () => listOf('savedViews', savedView),
  }),
  'savedViews.counts': endpoint('GET', '/saved-views/counts', {
    summary: 'How many tickets each of them holds for the caller now',
    access: 'member',
    response: () => listOf('savedViews.counts', z.object({ id, count: maybeFigure })),
  }),
  'savedViews.create': endpoint('POST', '/saved-views', {
    summary: 'Add a view, one’s own or one that others see',
    access: 'member',
    body: savedViewForm,
    response: savedView,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_QUEUE_FOUND', 'ERR_TOO_MANY_VIEWS'],
  }),
  'savedViews.arrange': endpoint('PUT', '/saved-views/order', {
    summary: 'Put the views the caller sees into an order of the caller’s own',
    access: 'member',
    body: () => z.object({ ids: rowIds }),
    response: done,
  }),
  'savedViews.update': endpoint('PUT', '/saved-views/:id', {
    summary: 'Change a view: one’s own; one that others see, whoever may show it to them',
    access: 'member',
    body: savedViewForm,
    response: savedView,
    errors: ['ERR_NO_VIEW_FOUND', 'ERR_NO_PERMISSION', 'ERR_NO_QUEUE_FOUND'],
  }),
  'savedViews.remove': endpoint('DELETE', '/saved-views/:id', {
    summary: 'Delete a view by the same right',
    access: 'member',
    response: done,
    errors: ['ERR_NO_VIEW_FOUND', 'ERR_NO_PERMISSION'],
  }),
} as const

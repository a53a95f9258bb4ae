/** Breaks people take (docs/assignment.md). Who is on one is a field of the user. */
import { z } from 'zod'
import { BREAK_MAX_MINUTES, BREAK_REASON_MAX_CHARS } from '../assignment'
import { user } from '../entities'
import { line } from '../requests'
import { endpoint } from './define'

export const breakEndpoints = {
  'breaks.start': endpoint('POST', '/breaks', {
    summary: 'Begin a break; one that runs already ends',
    access: 'member',
    body: () =>
      z.object({
        reason: line(BREAK_REASON_MAX_CHARS, 'Too Long!').min(1, 'Required'),
        minutes: z.number().int().min(1).max(BREAK_MAX_MINUTES).nullish(),
      }),
    response: user,
  }),
  'breaks.end': endpoint('DELETE', '/breaks', {
    summary: 'End the own break',
    access: 'member',
    response: user,
  }),
} as const

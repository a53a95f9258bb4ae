/** Where people are named in notes. Servers that keep no mentions are offered none. */
import { z } from 'zod'
import { mention } from '../entities'
import { rowIds } from '../requests'
import { listOf } from '../scalars'
import { endpoint } from './define'

export const mentionEndpoints = {
  'mentions.list': endpoint('GET', '/mentions', {
    summary: 'Where the caller is mentioned: what is not done, then what is; the newest first, 200 at most',
    access: 'member',
    response: () => listOf('mentions', mention),
  }),
  'mentions.mark': endpoint('PUT', '/mentions', {
    summary: 'Mark own mentions read or not, done or not; ids of nobody or of others are left out',
    access: 'member',
    body: () =>
      z.object({
        ids: rowIds,
        read: z.boolean().optional(),
        done: z.boolean().optional(),
      }),
    response: () => listOf('mentions', mention),
  }),
} as const

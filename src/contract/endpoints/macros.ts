/** Macros of a person and of the queues that person is in. */
import { macro, macroForm } from '../macros'
import { listOf } from '../scalars'
import { done, endpoint } from './define'

const REFUSED = [
  'ERR_NO_PERMISSION',
  'ERR_NO_QUEUE_FOUND',
  'ERR_NO_USER_FOUND',
  'ERR_NO_TAG_FOUND',
  'ERR_NO_QUICKMESSAGE_FOUND',
] as const

export const macroEndpoints = {
  'macros.list': endpoint('GET', '/macros', {
    summary: 'The macros the caller may use, by name',
    access: 'member',
    response: () => listOf('macros', macro),
  }),
  'macros.create': endpoint('POST', '/macros', {
    summary: 'Add a macro, one’s own or one that others use',
    access: 'member',
    body: macroForm,
    response: macro,
    errors: [...REFUSED, 'ERR_TOO_MANY_MACROS'],
  }),
  'macros.update': endpoint('PUT', '/macros/:id', {
    summary: 'Change a macro: one’s own; one that others use, whoever may give it to them',
    access: 'member',
    body: macroForm,
    response: macro,
    errors: ['ERR_NO_MACRO_FOUND', ...REFUSED],
  }),
  'macros.remove': endpoint('DELETE', '/macros/:id', {
    summary: 'Delete a macro by the same right',
    access: 'member',
    response: done,
    errors: ['ERR_NO_MACRO_FOUND', 'ERR_NO_PERMISSION'],
  }),
} as const

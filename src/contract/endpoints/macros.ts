/** Macros of a person and of the queues that person is in. */
import { macro, macroForm } from '../macros'
import { crud } from './crud'

const REFUSED = [
  'ERR_NO_PERMISSION',
  'ERR_NO_QUEUE_FOUND',
  'ERR_NO_USER_FOUND',
  'ERR_NO_TAG_FOUND',
  'ERR_NO_QUICKMESSAGE_FOUND',
] as const

export const macroEndpoints = {
  ...crud('macros', '/macros', {
    access: 'member',
    record: macro,
    form: macroForm,
    missing: 'ERR_NO_MACRO_FOUND',
    list: 'The macros the caller may use, by name',
    create: ['Add a macro, one’s own or one that others use', ...REFUSED, 'ERR_TOO_MANY_MACROS'],
    update: ['Change a macro: one’s own; one that others use, whoever may give it to them', ...REFUSED],
    remove: ['Delete a macro by the same right', 'ERR_NO_PERMISSION'],
  }),
} as const

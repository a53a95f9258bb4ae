/** Macros: steps a person does with a ticket in one press, for oneself or for the people of queues. Shown to whom views are. */
import { z } from 'zod'
import { line, rowIds } from './requests'
import { id, listOf, maybeId, maybeName, name } from './scalars'
import { step, steps } from './steps'

/** Longest name, and how many somebody may have. */
export const MACRO = { maxName: 60, most: 50 } as const

export const macroForm = z.object({
  name: line(MACRO.maxName, 'Too Long!').min(1, 'Obrigatório'),
  steps: steps.refine(list => list.length > 0, 'Required'),
  /** Who may use it besides its owner: null nobody, else the members of these queues; everybody where none is named. */
  sharedWith: rowIds.nullable(),
})
export type MacroForm = z.output<typeof macroForm>

/** A macro as it travels. */
export const macro = z.object({
  id,
  name,
  steps: listOf('macro.steps', step),
  sharedWith: z.array(id).nullable(),
  /** Its owner; null where that person is no longer there. */
  userId: maybeId,
  userName: maybeName,
})
export type Macro = z.output<typeof macro>

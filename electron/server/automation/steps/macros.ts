/** The macros people keep. A window runs them, with the rights of its person (docs/decisions.md). */
import { MACRO, type Macro, type MacroForm, mayChangeView, seesView } from '@contract'
import { asc, eq, type SQL } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { noCase } from '../../platform/db/engine/words'
import { macros, users } from '../../platform/db/schema'
import { records } from '../../platform/records/records'
import { announceShared, ownerOf, refuseSharing } from '../../platform/records/shared'
import type { Me } from '../../workspace'
import { refuseUnknownSteps } from './check'

async function readMacros(db: Reader, where: SQL | undefined): Promise<Macro[]> {
  const found = await db
    .select({
      id: macros.id,
      name: macros.name,
      steps: macros.steps,
      sharedWith: macros.sharedWith,
      userId: macros.userId,
      userName: users.name,
    })
    .from(macros)
    .leftJoin(users, eq(users.id, macros.userId))
    .where(where)
    .orderBy(asc(noCase(macros.name)), asc(macros.id))
  return found.map(row => ({
    ...row,
    steps: [...row.steps],
    sharedWith: row.sharedWith && [...row.sharedWith],
  }))
}

const owned = ({ steps, sharedWith }: MacroForm, me: Me) => ({
  steps,
  ownerId: sharedWith === null ? me.id : null,
})

/** The macros a person may use, by name. */
export const keptMacros = records({
  table: macros,
  read: readMacros,
  sees: seesView,
  mayChange: mayChangeView,
  missing: 'ERR_NO_MACRO_FOUND',
  most: { count: MACRO.most, code: 'ERR_TOO_MANY_MACROS', whose: me => eq(macros.userId, me.id) },
  async check(tx, me, form: MacroForm, before) {
    await refuseSharing(tx, me, form, before)
    await refuseUnknownSteps(tx, me.companyId, owned(form, me), before && owned(before, me))
  },
  columns: ({ name, steps, sharedWith }, me, before) => ({
    ...{ name, steps, sharedWith },
    ...ownerOf(me, { sharedWith }, before),
  }),
  announce: announceShared('macro'),
})

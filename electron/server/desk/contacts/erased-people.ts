/**
 * When people were erased. What the phone of a number brings of the time before would bring them back; neither their numbers nor
 * their addresses are kept, only marks that nobody can make without the key file of the workspace.
 */
import { numberForms } from '@contract'
import { and, eq, max } from 'drizzle-orm'
import { markOf } from '../../platform/auth/seal'
import type { SessionKeys } from '../../platform/auth/tokens'
import type { Reader, Tx } from '../../platform/db/client'
import { oneOf } from '../../platform/db/engine/words'
import { erasedPeople } from '../../platform/db/schema'

const PURPOSE = 'erased people'

/** @param names numbers and addresses; each notation of a phone has a mark. */
const marksOf = (keys: SessionKeys, names: readonly string[]): string[] =>
  [...new Set(names.flatMap(numberForms))].map(one => markOf(keys, PURPOSE, one))

/** Notes that a person was erased. @param names all numbers and addresses of the person. */
export async function noteErasedPerson(
  tx: Tx,
  keys: SessionKeys,
  companyId: number,
  names: readonly string[],
): Promise<void> {
  const at = new Date().toISOString()
  await tx
    .insert(erasedPeople)
    .values(marksOf(keys, names).map(mark => ({ companyId, mark, at })))
    .onConflictDoUpdate({ target: [erasedPeople.companyId, erasedPeople.mark], set: { at } })
}

/** When somebody with one of these numbers or addresses was last erased, ISO-8601; '' if never. */
export async function erasedAt(
  db: Reader,
  keys: SessionKeys,
  companyId: number,
  names: readonly string[],
): Promise<string> {
  const [row] = await db
    .select({ at: max(erasedPeople.at) })
    .from(erasedPeople)
    .where(and(eq(erasedPeople.companyId, companyId), oneOf(erasedPeople.mark, marksOf(keys, names))))
  return row?.at ?? ''
}

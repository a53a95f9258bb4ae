/** Credentials and session keys of paired numbers, sealed with a key outside the database (../../auth/seal.ts). */
import { and, eq, inArray } from 'drizzle-orm'
import { sealText, unsealText } from '../../../platform/auth/seal'
import type { SessionKeys } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/db/client'
import { webKeys } from '../../../platform/db/schema'
import type { KeyChange } from './wire'

/** The purpose they are sealed for, each with its place: none can replace another. */
const sealedFor = (whatsappId: number, type: string, id: string): string =>
  `turno web session ${whatsappId} ${type} ${id}`

interface Number {
  companyId: number
  whatsappId: number
}

/** The stored values of some keys; one that this key file does not open counts as missing. */
export async function loadKeys(
  db: Db,
  keys: SessionKeys,
  whatsappId: number,
  type: string,
  ids: readonly string[],
): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const rows = await db
    .select({ id: webKeys.keyId, value: webKeys.value })
    .from(webKeys)
    .where(and(eq(webKeys.whatsappId, whatsappId), eq(webKeys.type, type), inArray(webKeys.keyId, [...ids])))
  return Object.fromEntries(
    rows.flatMap(({ id, value }) => {
      const plain = unsealText(keys, sealedFor(whatsappId, type, id), value)
      return plain === null ? [] : [[id, plain]]
    }),
  )
}

/** Stores changes, all or none; resolves when they are on the disk. */
export async function storeKeys(
  db: Db,
  keys: SessionKeys,
  { companyId, whatsappId }: Number,
  changes: readonly KeyChange[],
): Promise<void> {
  await db.company(companyId).write(async tx => {
    for (const { type, id, value } of changes) {
      const at = { whatsappId, type, keyId: id }
      if (value === null) {
        await tx
          .delete(webKeys)
          .where(and(eq(webKeys.whatsappId, whatsappId), eq(webKeys.type, type), eq(webKeys.keyId, id)))
        continue
      }
      const sealed = sealText(keys, sealedFor(whatsappId, type, id), value)
      await tx
        .insert(webKeys)
        .values({ ...at, companyId, value: sealed })
        .onConflictDoUpdate({
          target: [webKeys.whatsappId, webKeys.type, webKeys.keyId],
          set: { value: sealed },
        })
    }
  })
}

/** Deletes everything of the session. */
export async function forgetKeys(db: Db, whatsappId: number): Promise<void> {
  const own = eq(webKeys.whatsappId, whatsappId)
  const [row] = await db.select({ companyId: webKeys.companyId }).from(webKeys).where(own).limit(1)
  if (row) await db.company(row.companyId).delete(webKeys).where(own)
}

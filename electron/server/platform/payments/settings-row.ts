/** The single row of the payment settings. */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../db/client'
import { paymentSettings } from '../db/schema'

export type SettingsRow = typeof paymentSettings.$inferSelect

/** The one row's id. */
export const SETTINGS_ID = 1
const WEBHOOK_KEY_BYTES = 24

/** Null until somebody opens the settings. */
export async function settingsRow(db: Reader): Promise<SettingsRow | null> {
  const [row] = await db.select().from(paymentSettings).where(eq(paymentSettings.id, SETTINGS_ID))
  return row ?? null
}

/** The row; created when missing. */
export async function ensureSettings(tx: Tx): Promise<SettingsRow> {
  const known = await settingsRow(tx)
  if (known) return known
  const webhookKey = randomBytes(WEBHOOK_KEY_BYTES).toString('hex')
  const [made] = await tx.insert(paymentSettings).values({ id: SETTINGS_ID, webhookKey }).returning()
  if (!made) throw new ApiError('ERR_INTERNAL')
  return made
}

/** Allows the demo's bank, and chooses it (demo seed). */
export async function chooseSimulatedBank(tx: Tx): Promise<void> {
  await ensureSettings(tx)
  await tx
    .update(paymentSettings)
    .set({ provider: 'simulated', hasSimulated: true })
    .where(eq(paymentSettings.id, SETTINGS_ID))
}

/** Phone numbers as people type them, and as they are stored. */

import { type Home, homeOfZone, readPhone } from '@contract'
import { asc, eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { defaultWhatsapp } from '../../platform/db/company-rows'
import { whatsapps } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import type { Workspace } from '../../workspace'

/** Allowed between digits: "+55 (11) 98765-4321". */
const DECORATION = /[\s().+\-\u2010-\u2015\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The digits of a search text; null when it contains anything else, or fewer than 8. */
export function digitsOf(typed: string): string | null {
  const compact = typed.normalize('NFKC').replace(DECORATION, '')
  return /^\d{8,20}$/.test(compact) ? compact.replace(/^00/, '') : null
}

/** The country of numbers that name none: that of the company's clock. */
export const homeOf = async (db: Reader, companyId: number): Promise<Home | null> =>
  homeOfZone(await timeZoneOf(db, companyId))

/** A typed number as it is stored, with its country; null when invalid. */
export async function typedNumber(db: Reader, companyId: number, typed: string): Promise<string | null> {
  const read = readPhone(typed, await homeOf(db, companyId))
  return 'fault' in read ? null : read.number
}

/**
 * The connection used to check numbers: the default one, or any connected one.
 * @throws ApiError ERR_NO_DEF_WAPP_FOUND when none is.
 */
export async function checkingConnection(app: Workspace, companyId: number): Promise<number> {
  const preferred = await defaultWhatsapp(app.db, companyId)
  if (app.channel.isConnected(preferred.id)) return preferred.id
  const all = await app.db
    .select({ id: whatsapps.id })
    .from(whatsapps)
    .where(eq(whatsapps.companyId, companyId))
    .orderBy(asc(whatsapps.id))
  const other = all.find(({ id }) => app.channel.isConnected(id))
  if (!other) throw new ApiError('ERR_NO_DEF_WAPP_FOUND')
  return other.id
}

/**
 * Checks a typed number on WhatsApp.
 * @returns its canonical form; null when it is invalid or unknown there.
 * @throws ApiError ERR_NO_DEF_WAPP_FOUND, ChannelError ERR_WAPP_CHECK_CONTACT.
 */
export async function checkedNumber(
  app: Workspace,
  companyId: number,
  typed: string,
): Promise<string | null> {
  const digits = await typedNumber(app.db, companyId, typed)
  if (digits === null) return null
  const answer = await app.channel.checkNumber(await checkingConnection(app, companyId), digits)
  return answer.exists ? answer.number : null
}

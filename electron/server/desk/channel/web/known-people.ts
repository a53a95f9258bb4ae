/** The people a number knows: its address book, and their addresses. */
import { addressIn } from '@contract'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db, Reader } from '../../../platform/db/client'
import { webPeople } from '../../../platform/db/schema'
import { ChannelError, type PhoneContact } from '../channel'
import { jidOf } from './jids'
import type { WebPerson } from './wire'

/** How often a person's picture is requested, milliseconds. */
const PICTURE_MS = 7 * 24 * 60 * 60_000

interface At {
  companyId: number
  whatsappId: number
}
const of = (whatsappId: number, number: string) =>
  and(eq(webPeople.whatsappId, whatsappId), eq(webPeople.number, number))

/** Stores names and addresses; an omitted name stays. */
export async function keepPeople(
  db: Db,
  at: At,
  people: readonly Pick<WebPerson, 'number' | 'jid' | 'name'>[],
): Promise<void> {
  if (people.length === 0) return
  await db.company(at.companyId).write(async tx => {
    for (const { number, jid, name } of people)
      await tx
        .insert(webPeople)
        .values({ ...at, number, jid, name })
        .onConflictDoUpdate({
          target: [webPeople.whatsappId, webPeople.number],
          set: { jid, ...(name === '' ? {} : { name }) },
        })
  })
}

/** The address of a number. @throws ChannelError ERR_WAPP_NO_ADDRESS for a person this connection cannot reach. */
export async function addressOf(
  db: Reader,
  whatsappId: number,
  { number, isGroup }: { number: string; isGroup: boolean },
): Promise<string> {
  if (isGroup) return jidOf(number, true)
  if ((addressIn(number)?.kind ?? 'lid') !== 'lid') throw new ChannelError('ERR_WAPP_NO_ADDRESS')
  const [row] = await db.select({ jid: webPeople.jid }).from(webPeople).where(of(whatsappId, number))
  return row?.jid ?? jidOf(number, false)
}

/** The phone's address book. */
export async function addressBook(db: Reader, whatsappId: number): Promise<PhoneContact[]> {
  return db
    .select({ number: webPeople.number, name: webPeople.name })
    .from(webPeople)
    .where(and(eq(webPeople.whatsappId, whatsappId), ne(webPeople.name, '')))
    .orderBy(webPeople.name)
}

/** Whether a picture is to be requested now; notes the request. */
export async function takesPicture(db: Db, at: At, number: string, jid: string): Promise<boolean> {
  const now = new Date().toISOString()
  const before = Date.now() - PICTURE_MS
  const rows = await db.unordered
    .insert(webPeople)
    .values({ ...at, number, jid, picturedAt: now })
    .onConflictDoUpdate({
      target: [webPeople.whatsappId, webPeople.number],
      set: { jid, picturedAt: now },
      setWhere: sql`${webPeople.picturedAt} is null or ${webPeople.picturedAt} < ${before}`,
    })
    .returning({ number: webPeople.number })
  return rows.length > 0
}

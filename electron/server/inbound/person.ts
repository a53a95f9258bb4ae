/** What a channel learns of a person: another picture, or the number behind the one known so far. */
import { and, eq } from 'drizzle-orm'
import type { PersonUpdate } from '../channel/channel'
import type { Reader } from '../db/client'
import { contacts, whatsapps } from '../db/schema'
import { contactSearchText } from '../db/search'
import { fileOfUrl, mediaUrl } from '../media/folder'
import { keepIncoming } from '../media/store'
import type { Workspace } from '../workspace'

/** Changes the contact, if the company has one. */
export async function takePerson(app: Workspace, update: PersonUpdate): Promise<void> {
  const { whatsappId, number, formerly, picture } = update
  const [connection] = await app.db
    .select({ companyId: whatsapps.companyId })
    .from(whatsapps)
    .where(eq(whatsapps.id, whatsappId))
  if (!connection) return
  const { companyId } = connection
  const of = (value: string) => and(eq(contacts.companyId, companyId), eq(contacts.number, value))
  // Two contacts that turn out to be one stay two: each has conversations of its own.
  const known = async (db: Reader) => {
    const [now] = await db.select().from(contacts).where(of(number))
    if (now || formerly === undefined) return now
    const [before] = await db.select().from(contacts).where(of(formerly))
    return before
  }
  if (!(await known(app.db))) return
  const kept = picture ? await keepIncoming(app.media, companyId, picture) : null
  const shown = kept?.mediaType === 'image' ? mediaUrl(companyId, kept.mediaFile) : null
  // As the contact is by now: what a colleague changed while the picture was kept stays, and is found.
  const { changed, old } = await app.db.write(async tx => {
    const contact = await known(tx)
    if (!contact || (shown === null && contact.number === number)) return { changed: null, old: null }
    const [row] = await tx
      .update(contacts)
      .set({
        number,
        ...(shown === null ? {} : { profilePicUrl: shown }),
        search: contactSearchText({ ...contact, number }),
        updatedAt: new Date().toISOString(),
      })
      .where(eq(contacts.id, contact.id))
      .returning()
    return { changed: row ?? null, old: fileOfUrl(companyId, contact.profilePicUrl) }
  })
  const useless = changed && shown !== null ? old : kept?.mediaFile
  if (useless) await app.media.remove(companyId, useless)
  if (!changed) return
  const { companyId: _c, search: _s, ...view } = changed
  app.realtime.toCompany(companyId, 'contact', { action: 'update', contact: view })
}

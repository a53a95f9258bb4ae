/** What a channel learns of a person: another picture, or the number behind the one known so far. */
import { and, eq } from 'drizzle-orm'
import type { PersonUpdate } from '../channel/channel'
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
  const [now] = await app.db.select().from(contacts).where(of(number))
  const [before] = formerly === undefined ? [] : await app.db.select().from(contacts).where(of(formerly))
  // Two contacts that turn out to be one stay two: each has conversations of its own.
  const contact = now ?? before
  if (!contact) return
  const kept = picture ? await keepIncoming(app.media, companyId, picture) : null
  const shown = kept?.mediaType === 'image' ? mediaUrl(companyId, kept.mediaFile) : contact.profilePicUrl
  if (shown === contact.profilePicUrl && contact.number === number) return
  const [changed] = await app.db
    .update(contacts)
    .set({
      number,
      profilePicUrl: shown,
      search: contactSearchText({ ...contact, number }),
      updatedAt: new Date().toISOString(),
    })
    .where(eq(contacts.id, contact.id))
    .returning()
  if (!changed) return
  const old = kept ? fileOfUrl(companyId, contact.profilePicUrl) : null
  if (old) await app.media.remove(companyId, old)
  const { companyId: _c, search: _s, ...view } = changed
  app.realtime.toCompany(companyId, 'contact', { action: 'update', contact: view })
}

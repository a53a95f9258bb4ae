/** A database with one company and one number of it, as a channel finds it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { openDb } from '../../electron/server/platform/db/client'
import { companies, whatsapps } from '../../electron/server/platform/db/schema'

export async function workspaceFile(provider: string) {
  const folder = await mkdtemp(join(tmpdir(), 'turno-contract-'))
  const db = await openDb(folder)
  const [company] = await db.platform.insert(companies).values({ name: 'Padaria Aurora' }).returning()
  if (!company) throw new Error('no company')
  const [number] = await db.platform
    .insert(whatsapps)
    .values({ companyId: company.id, name: 'Balcão', provider, status: 'DISCONNECTED' })
    .returning()
  if (!number) throw new Error('no number')
  return {
    folder,
    db,
    companyId: company.id,
    whatsappId: number.id,
    /** What the workspace keeps of a number that is up. */
    wasUp: (phone: string | null) =>
      db.platform
        .update(whatsapps)
        .set({ status: 'CONNECTED', number: phone })
        .where(eq(whatsapps.id, number.id)),
    async remove() {
      await db.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

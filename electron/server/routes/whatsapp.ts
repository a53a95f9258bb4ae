/** Connection calls of this area: reading them, each as its reader may (specification 1 section 7). */
import { readerOf } from '@contract'
import { asc, desc, eq } from 'drizzle-orm'
import { whatsapps } from '../db/schema'
import type { HandlersOf } from '../http/handlers'
import { whatsappViews } from '../views/whatsapps'

export const whatsappHandlers: HandlersOf<'whatsapps'> = {
  // The company is the caller's, and credentials are left out, whatever the query says.
  'whatsapps.list': async ({ app, me }) => {
    const rows = await app.db
      .select({ id: whatsapps.id })
      .from(whatsapps)
      .where(eq(whatsapps.companyId, me.companyId))
      .orderBy(desc(whatsapps.isDefault), asc(whatsapps.name), asc(whatsapps.id))
    return whatsappViews(
      app.db,
      rows.map(row => row.id),
      readerOf(me),
    )
  },
}

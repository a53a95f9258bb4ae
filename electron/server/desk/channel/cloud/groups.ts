/** Names of groups: deliveries contain only their ids. */
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { limitSignal } from '../../../../time-limit'
import type { SessionKeys } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/db/client'
import { contacts } from '../../../platform/db/schema'
import type { InboxRow } from '../inbox-rows'
import { accountOf } from './account'
import type { Graph } from './graph'

/** How long Meta may take while a message waits for it, milliseconds. */
const ASK_MS = 3_000

const described = z.object({ subject: z.string().trim().min(1).max(200) })

/**
 * Makes the lookup of a group's name.
 * @returns its subject at Meta; a language-neutral name if Meta does not say. A group that is already a contact is not
 *   looked up: the team may have renamed it.
 */
export function createGroupNames({ db, keys, graph }: { db: Db; keys: SessionKeys; graph: Graph }) {
  return async ({ companyId, whatsappId }: InboxRow, group: string): Promise<string> => {
    const plain = `WhatsApp ${group.slice(-6)}`
    const [known] = await db
      .select({ name: contacts.name })
      .from(contacts)
      .where(and(eq(contacts.companyId, companyId), eq(contacts.number, group)))
    if (known) return known.name
    const account = await accountOf(db, keys, whatsappId)
    if (!account?.accessToken) return plain
    const path = `${encodeURIComponent(group)}?fields=subject`
    return graph
      .call({ token: account.accessToken, path, signal: limitSignal(ASK_MS) })
      .then(answer => described.parse(answer).subject)
      .catch(() => plain)
  }
}

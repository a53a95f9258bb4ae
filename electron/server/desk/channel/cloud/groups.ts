/** What the groups of a number are called: deliveries name them by their ids alone. */
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { limitSignal } from '../../../../time-limit'
import type { SessionKeys } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/db/client'
import { contacts } from '../../../platform/db/schema'
import type { InboxRow } from '../inbox-rows'
import { accountOf } from './account'
import type { Graph } from './graph'

/** How long Meta may take to answer while a message waits for it, in milliseconds. */
const ASK_MS = 3_000

const described = z.object({ subject: z.string().trim().min(1).max(200) })

/**
 * Makes the question for a group's name.
 * @returns its subject as Meta has it; a name that reads the same in every language where Meta does not say. A group that
 *   is a contact already is not asked about: its name is the team's to change.
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

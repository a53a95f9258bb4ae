/** Which prompt or integration serves the customer of a ticket: the queue's, else the connection's. */
import { AI_BASE_URL } from '@contract'
import { and, eq } from 'drizzle-orm'
import type { TicketRow } from '../../desk/tickets/visibility'
import type { Reader } from '../../platform/db/client'
import { prompts, queueIntegrations, queues, whatsapps } from '../../platform/db/schema'
import { hasFeature } from '../../platform/plans/limits'

export interface Automation {
  kind: 'prompt' | 'integration'
  id: number
}

/** Whether it can be asked at all: it has a key or a model of the company's own, and the plan includes it. */
async function usable(
  db: Reader,
  companyId: number,
  named: { promptId: number | null; integrationId: number | null } | undefined,
): Promise<Automation | null> {
  if (named?.integrationId) {
    const own = and(eq(queueIntegrations.id, named.integrationId), eq(queueIntegrations.companyId, companyId))
    const [row] = await db.select().from(queueIntegrations).where(own)
    if (row && row.ixcApiKeySecret !== '' && (await hasFeature(db, companyId, 'useIntegrations')))
      return { kind: 'integration', id: row.id }
  }
  if (named?.promptId) {
    const own = and(eq(prompts.id, named.promptId), eq(prompts.companyId, companyId))
    const [row] = await db.select().from(prompts).where(own)
    const askable = row && (row.apiKeySecret !== '' || (row.baseUrl !== '' && row.baseUrl !== AI_BASE_URL))
    if (askable && (await hasFeature(db, companyId, 'useOpenAi'))) return { kind: 'prompt', id: row.id }
  }
  return null
}

/** @returns null when a person answers. A queue's integration comes before its prompt, because it asks for less. */
export async function automationOf(
  db: Reader,
  ticket: Pick<TicketRow, 'companyId' | 'queueId' | 'whatsappId'>,
): Promise<Automation | null> {
  const { companyId, queueId, whatsappId } = ticket
  const named = { promptId: queues.promptId, integrationId: queues.integrationId }
  if (queueId !== null) {
    const [queue] = await db.select(named).from(queues).where(eq(queues.id, queueId))
    const found = await usable(db, companyId, queue)
    if (found) return found
  }
  if (whatsappId === null) return null
  const [connection] = await db
    .select({ promptId: whatsapps.promptId, integrationId: whatsapps.integrationId })
    .from(whatsapps)
    .where(eq(whatsapps.id, whatsappId))
  return usable(db, companyId, connection)
}

/** Whether what was chosen for a ticket still serves it: neither switched off nor replaced. */
export const serves = (
  { kind, automationId }: { kind: Automation['kind']; automationId: number },
  found: Automation | null,
): boolean => found?.kind === kind && found.id === automationId

/** By which address a template leaves: Meta takes marketing at one of its own, and goes by the category of the moment. */
import { eq } from 'drizzle-orm'
import type { Reader } from '../../../platform/db/client'
import { connectionTemplates } from '../../../platform/db/schema'
import type { OutgoingMessage } from '../channel'
import { type Graph, type GraphCall, GraphError } from './graph'

const MARKETING = 'MARKETING'
/** Answers where an account has no such address, or may not use it: nothing was taken. */
const NOT_OFFERED = new Set([3, 10, 33, 100, 131063, 2500])

/** Whether a message is made from a template that is marketing now, by the list that Meta's notices keep up (take-notices.ts). */
export async function isMarketing(
  db: Reader,
  { whatsappId, template }: Pick<OutgoingMessage, 'whatsappId' | 'template'>,
): Promise<boolean> {
  if (!template) return false
  const [list] = await db
    .select({ templates: connectionTemplates.templates })
    .from(connectionTemplates)
    .where(eq(connectionTemplates.whatsappId, whatsappId))
  return (
    list?.templates.some(
      one => one.name === template.name && one.language === template.language && one.category === MARKETING,
    ) ?? false
  )
}

/**
 * Sends a message by the address it belongs to. Where the account has none for marketing it leaves by the usual one, once:
 * whatever is wrong with the message itself is said there again.
 * @throws GraphError, GraphNoAnswer
 */
export async function callMessage(
  graph: Graph,
  phoneNumberId: string,
  call: Pick<GraphCall, 'token' | 'signal'> & { body: object },
  marketing: boolean,
): Promise<unknown> {
  const at = (path: string, body: object) =>
    graph.call({ ...call, method: 'POST', path: `${phoneNumberId}/${path}`, body })
  if (!marketing) return at('messages', call.body)
  try {
    return await at('marketing_messages', { ...call.body, product_policy: 'CLOUD_API_FALLBACK' })
  } catch (error) {
    if (error instanceof GraphError && NOT_OFFERED.has(error.code)) return at('messages', call.body)
    throw error
  }
}

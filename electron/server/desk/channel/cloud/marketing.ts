/** Which endpoint sends a template: Meta has a separate one for marketing, by the present category. */
import { eq } from 'drizzle-orm'
import type { Reader } from '../../../platform/db/client'
import { connectionTemplates } from '../../../platform/db/schema'
import type { OutgoingMessage } from '../channel'
import { type Graph, type GraphCall, GraphError } from './graph'

const MARKETING = 'MARKETING'
/** Errors when an account has no such endpoint or may not use it: nothing was sent. */
const NOT_OFFERED = new Set([3, 10, 33, 100, 131063, 2500])

/**
 * Whether a message uses a template that is marketing now, by the list Meta's notices keep up to date
 * (take-notices.ts).
 */
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
 * Sends a message by the right endpoint. If the account has none for marketing, it uses the usual one, once; an error
 * of the message itself comes again there.
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

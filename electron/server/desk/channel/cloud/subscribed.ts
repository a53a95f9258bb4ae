/** Which fields of the webhook Meta delivers to the app of a number: what is not subscribed is lost without a word. */
import { CLOUD_FIELDS, type CloudField } from '@contract'
import { z } from 'zod'
import type { CloudAccount } from './account'
import type { Graph } from './graph'

const app = z.object({ id: z.string().regex(/^\d+$/) })
const field = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
const subscriptions = z.object({
  data: z.array(z.object({ object: z.string(), active: z.boolean().catch(true), fields: z.array(field) })),
})

/**
 * The fields this server reads that the app of a number is not subscribed to.
 * @returns null where Meta does not say: without the app's secret it cannot be asked.
 */
export async function missingFields(
  graph: Graph,
  { accessToken, appSecret }: Pick<CloudAccount, 'accessToken' | 'appSecret'>,
  signal: AbortSignal,
): Promise<CloudField[] | null> {
  if (appSecret === '') return null
  try {
    const { id } = app.parse(await graph.call({ token: accessToken, path: 'app?fields=id', signal }))
    // An app's subscriptions are shown to the app itself alone.
    const token = `${id}|${appSecret}`
    const { data } = subscriptions.parse(await graph.call({ token, path: `${id}/subscriptions`, signal }))
    const own = data.filter(({ object, active }) => object === 'whatsapp_business_account' && active)
    const subscribed = new Set(own.flatMap(({ fields }) => fields))
    return CLOUD_FIELDS.filter(name => !subscribed.has(name))
  } catch {
    // Nothing depends on it: a number whose token may not ask this works all the same.
    return null
  }
}

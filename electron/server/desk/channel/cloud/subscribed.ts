/** Which webhook fields Meta delivers to a number's app: anything not subscribed is silently lost. */
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
 * The fields this server needs that the app is not subscribed to.
 * @returns null when unknown: without the app's secret Meta cannot be asked.
 */
export async function missingFields(
  graph: Graph,
  { accessToken, appSecret }: Pick<CloudAccount, 'accessToken' | 'appSecret'>,
  signal: AbortSignal,
): Promise<CloudField[] | null> {
  if (appSecret === '') return null
  try {
    const { id } = app.parse(await graph.call({ token: accessToken, path: 'app?fields=id', signal }))
    // An app's subscriptions are only shown to the app itself.
    const token = `${id}|${appSecret}`
    const { data } = subscriptions.parse(await graph.call({ token, path: `${id}/subscriptions`, signal }))
    const own = data.filter(({ object, active }) => object === 'whatsapp_business_account' && active)
    const subscribed = new Set(own.flatMap(({ fields }) => fields))
    return CLOUD_FIELDS.filter(name => !subscribed.has(name))
  } catch {
    // Optional: a number whose token may not ask this works all the same.
    return null
  }
}

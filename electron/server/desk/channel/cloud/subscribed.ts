/** Which deliveries of a number Meta sends to its app: anything not subscribed is silently lost. */
import { CLOUD_FIELDS, type CloudProfile } from '@contract'
import { z } from 'zod'
import type { CloudAccount } from './account'
import type { Graph } from './graph'

const app = z.object({ id: z.string().regex(/^\d+$/) })
const field = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
const subscriptions = z.object({
  data: z.array(z.object({ object: z.string(), active: z.boolean().catch(true), fields: z.array(field) })),
})
const subscribers = z.object({ data: z.array(z.object({ whatsapp_business_api_data: app })) })

type Account = Pick<CloudAccount, 'accessToken' | 'appSecret' | 'businessAccountId'>

/** Optional: a number whose token may not ask this works all the same. */
const unlessRefused = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null)

/** The fields this server needs that the app is not subscribed to. Only the app itself is told, by its secret. */
async function missingOf(graph: Graph, id: string, appSecret: string, signal: AbortSignal) {
  const token = `${id}|${appSecret}`
  const { data } = subscriptions.parse(await graph.call({ token, path: `${id}/subscriptions`, signal }))
  const own = data.filter(({ object, active }) => object === 'whatsapp_business_account' && active)
  const subscribed = new Set(own.flatMap(({ fields }) => fields))
  return CLOUD_FIELDS.filter(name => !subscribed.has(name))
}

/** What is subscribed for a number; null each where Meta cannot be asked, or does not say. */
export async function subscribedOf(
  graph: Graph,
  { accessToken: token, appSecret, businessAccountId }: Account,
  signal: AbortSignal,
): Promise<Pick<CloudProfile, 'missingFields' | 'isSubscribed'>> {
  const asked = graph.call({ token, path: 'app?fields=id', signal }).then(answer => app.parse(answer).id)
  const id = await unlessRefused(asked)
  if (id === null) return { missingFields: null, isSubscribed: null }
  const path = `${encodeURIComponent(businessAccountId)}/subscribed_apps`
  const apps = async (): Promise<boolean> =>
    subscribers
      .parse(await graph.call({ token, path, signal }))
      .data.some(({ whatsapp_business_api_data: one }) => one.id === id)
  return {
    missingFields: appSecret === '' ? null : await unlessRefused(missingOf(graph, id, appSecret, signal)),
    isSubscribed: businessAccountId === '' ? null : await unlessRefused(apps()),
  }
}

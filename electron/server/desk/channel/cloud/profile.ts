/** A number's standing at Meta and the business profile customers see. */
import type { CloudPhone, CloudProfile } from '@contract'
import { z } from 'zod'
import { limitSignal } from '../../../../time-limit'
import type { Workspace } from '../../../workspace'
import { accountOf } from './account'
import { createGraph, type Graph, GraphError } from './graph'
import { reasonOfError } from './meaning'
import { missingFields } from './subscribed'

/** How long Meta may take to answer somebody who waits, in milliseconds. */
const ASK_MS = 15_000

const text = z.string().catch('')
const numberAnswer = z.object({
  display_phone_number: z.string(),
  verified_name: text,
  quality_rating: text,
  status: text,
  name_status: text,
  whatsapp_business_manager_messaging_limit: text,
  throughput: z.object({ level: text }).catch({ level: '' }),
})
const PHONE_FIELDS = 'display_phone_number,verified_name,quality_rating,status'
/** Meta changes these between versions: a number is described without them as well. */
const MORE_PHONE_FIELDS = 'name_status,whatsapp_business_manager_messaging_limit,throughput'

const profile = z.object({
  about: text,
  address: text,
  description: text,
  email: text,
  websites: z.array(z.string()).catch([]),
  vertical: text,
})
const profiles = z.object({ data: z.array(profile).min(1) })
const PROFILE_FIELDS = Object.keys(profile.shape).join(',')

/** Meta's number of an error about fields it does not know. */
const BAD_FIELD = 100

interface Asking {
  graph: Graph
  token: string
  phone: string
  signal: AbortSignal
  appSecret: string
}

async function phoneOf({ graph, token, phone, signal }: Asking): Promise<CloudPhone> {
  const ask = (fields: string) => graph.call({ token, path: `${phone}?fields=${fields}`, signal })
  const answer = await ask(`${PHONE_FIELDS},${MORE_PHONE_FIELDS}`).catch((error: unknown) => {
    if (error instanceof GraphError && error.code === BAD_FIELD) return ask(PHONE_FIELDS)
    throw error
  })
  const known = numberAnswer.parse(answer)
  return {
    number: known.display_phone_number.replace(/\D/g, ''),
    name: known.verified_name,
    nameStatus: known.name_status,
    quality: known.quality_rating,
    status: known.status,
    limit: known.whatsapp_business_manager_messaging_limit,
    throughput: known.throughput.level,
  }
}

async function profileOf({ graph, token, phone, signal }: Asking): Promise<CloudProfile['profile']> {
  const path = `${phone}/whatsapp_business_profile?fields=${PROFILE_FIELDS}`
  const [found] = profiles.parse(await graph.call({ token, path, signal })).data
  if (!found) return null
  const [website1 = '', website2 = ''] = found.websites
  const { websites: _w, ...rest } = found
  return { ...rest, website1, website2 }
}

async function asking(app: Workspace, whatsappId: number): Promise<Asking | null> {
  const account = await accountOf(app.db, app.keys, whatsappId)
  if (!account?.accessToken || account.phoneNumberId === '') return null
  return {
    graph: createGraph(app.graphUrl),
    token: account.accessToken,
    phone: encodeURIComponent(account.phoneNumberId),
    signal: limitSignal(ASK_MS),
    appSecret: account.appSecret,
  }
}

const nothing = { phone: null, missingFields: null, profile: null }

/** A number's standing at Meta and its profile; the reason when Meta does not answer. */
export async function readCloudProfile(app: Workspace, whatsappId: number): Promise<CloudProfile> {
  const ask = await asking(app, whatsappId)
  if (!ask) return { ...nothing, reason: 'noCredentials' }
  try {
    const { graph, token: accessToken, appSecret, signal } = ask
    return {
      reason: '',
      phone: await phoneOf(ask),
      missingFields: await missingFields(graph, { accessToken, appSecret }, signal),
      profile: await profileOf(ask),
    }
  } catch (error) {
    return { ...nothing, reason: reasonOfError(error) }
  }
}

/** Changes the profile, then reads it back. @returns the reason if Meta refused it. */
export async function saveCloudProfile(
  app: Workspace,
  whatsappId: number,
  { website1, website2, vertical, ...form }: NonNullable<CloudProfile['profile']>,
): Promise<CloudProfile> {
  const ask = await asking(app, whatsappId)
  if (!ask) return { ...nothing, reason: 'noCredentials' }
  try {
    await ask.graph.call({
      token: ask.token,
      method: 'POST',
      path: `${ask.phone}/whatsapp_business_profile`,
      body: {
        messaging_product: 'whatsapp',
        ...form,
        websites: [website1, website2].filter(Boolean),
        // "" is how a number is before anybody chose: it cannot be chosen.
        ...(vertical === '' ? {} : { vertical }),
      },
      signal: ask.signal,
    })
  } catch (error) {
    return { ...nothing, reason: reasonOfError(error) }
  }
  return readCloudProfile(app, whatsappId)
}

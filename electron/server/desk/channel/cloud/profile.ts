/** A number's standing at Meta and the business profile customers see. */
import type { CloudPhone, CloudProfile } from '@contract'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { limitSignal } from '../../../../time-limit'
import { cloudAccounts } from '../../../platform/db/schema'
import type { Workspace } from '../../../workspace'
import { accountOf, type CloudAccount } from './account'
import { createGraph, type Graph, GraphError } from './graph'
import { HOOK_PATH } from './hook'
import { reasonOfError } from './meaning'
import { subscribedOf } from './subscribed'

/** How long Meta may take to answer somebody who waits, in milliseconds. */
const ASK_MS = 15_000

const text = z.string().catch('')
const address = z.string().optional().catch(undefined)
const numberAnswer = z.object({
  display_phone_number: z.string(),
  verified_name: text,
  quality_rating: text,
  status: text,
  name_status: text,
  whatsapp_business_manager_messaging_limit: text,
  throughput: z.object({ level: text }).catch({ level: '' }),
  webhook_configuration: z
    .object({ phone_number: address, whatsapp_business_account: address, application: address })
    .catch({}),
})
const PHONE_FIELDS = 'display_phone_number,verified_name,quality_rating,status'
/** Meta changes these between versions: a number is described without them as well. */
const MORE_PHONE_FIELDS =
  'name_status,whatsapp_business_manager_messaging_limit,throughput,webhook_configuration'

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
  account: CloudAccount
}

/** How a number stands, and where Meta delivers what comes to it; null where it does not say. */
async function phoneOf({
  graph,
  token,
  phone,
  signal,
}: Asking): Promise<{ phone: CloudPhone; address: string | null }> {
  const ask = (fields: string) => graph.call({ token, path: `${phone}?fields=${fields}`, signal })
  const answer = await ask(`${PHONE_FIELDS},${MORE_PHONE_FIELDS}`).catch((error: unknown) => {
    if (error instanceof GraphError && error.code === BAD_FIELD) return ask(PHONE_FIELDS)
    throw error
  })
  const known = numberAnswer.parse(answer)
  const { phone_number: own, whatsapp_business_account: ofAccount, application } = known.webhook_configuration
  const described = {
    number: known.display_phone_number.replace(/\D/g, ''),
    name: known.verified_name,
    nameStatus: known.name_status,
    quality: known.quality_rating,
    status: known.status,
    limit: known.whatsapp_business_manager_messaging_limit,
    throughput: known.throughput.level,
  }
  return { phone: described, address: own || ofAccount || application || null }
}

/** An address unless it is one of the company's here, by whatever name the server is called. */
async function otherThanOurs(
  app: Workspace,
  companyId: number,
  address: string | null,
): Promise<string | null> {
  const rows = await app.db
    .select({ hook: cloudAccounts.hook })
    .from(cloudAccounts)
    .where(eq(cloudAccounts.companyId, companyId))
  return address !== null && rows.some(({ hook }) => address.endsWith(`${HOOK_PATH}/${hook}`))
    ? null
    : address
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
    account,
  }
}

const nothing = { phone: null, missingFields: null, isSubscribed: null, otherAddress: null, profile: null }

/** A number's standing at Meta and its profile; the reason when Meta does not answer. */
export async function readCloudProfile(app: Workspace, whatsappId: number): Promise<CloudProfile> {
  const ask = await asking(app, whatsappId)
  if (!ask) return { ...nothing, reason: 'noCredentials' }
  try {
    const { graph, account, signal } = ask
    const { phone, address } = await phoneOf(ask)
    return {
      reason: '',
      phone,
      ...(await subscribedOf(graph, account, signal)),
      otherAddress: await otherThanOurs(app, account.companyId, address),
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

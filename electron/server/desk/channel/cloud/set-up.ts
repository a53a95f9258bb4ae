/** The setup of a Cloud API number as the dialog shows it, and its test. */
import type { CloudSetUp, CloudTest, cloudForm } from '@contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { hostOf, isInside, placeOf } from '../../../../outward/addresses'
import { limitSignal } from '../../../../time-limit'
import type { Workspace } from '../../../workspace'
import { accountOf, ensureAccount } from './account'
import { createGraph, GraphError } from './graph'
import { HOOK_PATH } from './hook'
import { meaningOf } from './meaning'
import { lookUpNumber } from './number'
import { respondersOf } from './responders'
import { unknownOf } from './unknown'

/** How long Meta may take to answer somebody who waits, in milliseconds. */
const TRY_MS = 15_000

/** Whether Meta can call an address, as far as the address shows. */
export function addressKind(address: string): CloudSetUp['reach'] {
  const url = new URL(address)
  const host = hostOf(url).toLowerCase()
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback'
  if (placeOf(host) === 'loopback') return 'loopback'
  if (isInside(host)) return 'private'
  return url.protocol === 'https:' ? 'https' : 'http'
}

/** This server's address as its caller sees it; a proxy tells the protocol. */
function addressOf(request: FastifyRequest): string {
  const stated = String(request.headers['x-forwarded-proto'] ?? '')
  const protocol = stated.split(',')[0]?.trim() === 'https' ? 'https' : request.protocol
  return `${protocol}://${request.headers.host ?? ''}`
}

/** The setup of a connection without its secrets; created if needed, so that there is something to copy. */
export async function cloudSetUpOf(
  app: Workspace,
  companyId: number,
  whatsappId: number,
  request: FastifyRequest,
): Promise<CloudSetUp> {
  const account = await ensureAccount(app.db, app.keys, { companyId, whatsappId })
  const webhookUrl = `${addressOf(request)}${HOOK_PATH}/${account.hook}`
  const { phoneNumberId, businessAccountId, accessToken, appSecret, verifyToken, verifiedAt, heardAt } =
    account
  return {
    phoneNumberId,
    businessAccountId,
    hasAccessToken: accessToken !== '',
    hasAppSecret: appSecret !== '',
    verifyToken,
    webhookUrl,
    reach: addressKind(webhookUrl),
    verifiedAt,
    heardAt,
    unknown: await unknownOf(app.db, companyId, whatsappId),
    responders: await respondersOf(app.db, whatsappId),
  }
}

/** Asks Meta about the number of a form; an omitted token means the stored one. */
export async function tryCloud(
  app: Workspace,
  whatsappId: number,
  form: z.output<typeof cloudForm>,
): Promise<CloudTest> {
  const nothing = { code: null, number: '', name: '', quality: '', status: '' }
  const accessToken = form.accessToken || (await accountOf(app.db, app.keys, whatsappId))?.accessToken
  if (!accessToken) return { ...nothing, reason: 'noCredentials' }
  const graph = createGraph(app.graphUrl)
  try {
    const found = await lookUpNumber(
      graph,
      { phoneNumberId: form.phoneNumberId, accessToken },
      limitSignal(TRY_MS),
    )
    return { ...nothing, ...found, reason: '' }
  } catch (error) {
    if (!(error instanceof GraphError)) return { ...nothing, reason: 'unreachable' }
    const meaning = meaningOf(error.code, error.status)
    if (meaning.kind === 'busy') return { ...nothing, reason: 'unreachable', code: error.code }
    const reason =
      meaning.kind === 'down' && (meaning.reason === 'tokenRefused' || meaning.reason === 'locked')
        ? meaning.reason
        : 'noRight'
    return { ...nothing, reason, code: error.code }
  }
}

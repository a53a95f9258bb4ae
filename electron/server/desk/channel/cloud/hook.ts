/**
 * The address the Cloud API calls. It shows the verify token once and signs deliveries with the app's secret.
 * Deliveries are stored before they are acknowledged.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Log } from '../../../log'
import type { SessionKeys } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/db/client'
import type { Delivered } from '../inbox'
import { accountByHook, connectionsByPhone, noteCall } from './account'
import { keepUnknown, ofOtherNumbers } from './unknown'
import { readDelivery } from './webhook'

export const HOOK_PATH = '/webhooks/whatsapp/cloud'
/** The API's own limit of one delivery, in bytes. */
const MOST_BYTES = 3 * 1024 * 1024

/** How often the time of a number's last delivery is stored, milliseconds. */
const RECEIVED_MS = 60_000

const address = z.object({ token: z.string().regex(/^[0-9a-f]{40}$/) })
const question = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string().min(1).max(500),
  'hub.challenge': z.string().min(1).max(500),
})

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
/** Compares in constant time. */
const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

/** Whether a body was signed with a secret: `sha256=` and the HMAC in hexadecimal (header X-Hub-Signature-256). */
function isSigned(body: Uint8Array, header: unknown, secret: string): boolean {
  if (typeof header !== 'string' || secret === '') return false
  const wanted = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return same(wanted, header)
}

export interface HookDeps {
  db: Db
  keys: SessionKeys
  log: Log
  /** Stores what was delivered for a company, before it is acknowledged. */
  deliver(companyId: number, delivered: readonly Delivered[]): Promise<void>
}

/** Answers the provider below HOOK_PATH. */
export function serveHook(http: FastifyInstance, { db, keys, log, deliver }: HookDeps): void {
  const received = new Map<number, number>()
  /** Stored at most once a minute: it helps a person who sets a number up. */
  const noteReceived = async (whatsappId: number): Promise<void> => {
    if (performance.now() - (received.get(whatsappId) ?? Number.NEGATIVE_INFINITY) < RECEIVED_MS) return
    received.set(whatsappId, performance.now())
    await noteCall(db, whatsappId, 'heardAt')
  }
  // A scope of its own, because the signature is over the raw bytes.
  http.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    const config = { keyless: true }
    const accountFor = async (params: unknown) => {
      const asked = address.safeParse(params)
      return asked.success ? accountByHook(db, keys, asked.data.token) : null
    }

    scope.get(`${HOOK_PATH}/:token`, { config }, async (request, reply) => {
      const account = await accountFor(request.params)
      if (!account) return reply.code(404).send()
      const asked = question.safeParse(request.query)
      if (!asked.success || account.verifyToken === '') return reply.code(403).send()
      if (!same(asked.data['hub.verify_token'], account.verifyToken)) return reply.code(403).send()
      await noteCall(db, account.whatsappId, 'verifiedAt')
      return reply.type('text/plain').send(asked.data['hub.challenge'])
    })

    scope.post(`${HOOK_PATH}/:token`, { config }, async (request, reply) => {
      const account = await accountFor(request.params)
      if (!account) return reply.code(404).send()
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!isSigned(body, request.headers['x-hub-signature-256'], account.appSecret)) {
        log.warn('a delivery of the Cloud API was not signed with the app secret', {
          whatsappId: account.whatsappId,
        })
        return reply.code(401).send()
      }
      // Always accepted: a refused delivery would be repeated for days with everything in it.
      const { events, unknown } = readDelivery(body.toString('utf8'), Date.now())
      const connections = await connectionsByPhone(db, account.companyId)
      const { companyId } = account
      // Events about other companies' numbers are dropped.
      const delivered = events.flatMap(({ phoneNumberId, ...one }): Delivered[] => {
        const whatsappId = connections.get(phoneNumberId)
        return whatsappId === undefined ? [] : [{ companyId, whatsappId, ...one }]
      })
      await deliver(companyId, delivered)
      const odd = [...unknown, ...ofOtherNumbers(events, connections)]
      await keepUnknown(db, account, connections, odd)
      if (odd.length > 0)
        log.info('the Cloud API delivered what nothing was made of', {
          whatsappId: account.whatsappId,
          reason: [...new Set(odd.map(({ what }) => what))].slice(0, 10).join(', '),
        })
      await noteReceived(account.whatsappId)
      return reply.code(200).send()
    })
  })
}

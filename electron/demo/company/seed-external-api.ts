/**
 * What the messages API has to show in the demo: a connection with a token, and a webhook with the log of what it was
 * sent. It is off, for its address is nobody's: the demo calls nobody until somebody points it elsewhere.
 */
import { randomBytes } from 'node:crypto'
import { and, desc, eq, isNotNull, lt } from 'drizzle-orm'
import { payloadOf } from '../../server/automation/webhooks/payload'
import { SECRET_PURPOSE } from '../../server/automation/webhooks/rows'
import { sealText } from '../../server/platform/auth/seal'
import { loadKeys } from '../../server/platform/auth/tokens'
import type { Db } from '../../server/platform/db/client'
import { messages, tickets, webhookDeliveries, webhooks, whatsapps } from '../../server/platform/db/schema'
import type { SeededCompany } from './seed-company'

const WEBHOOK = {
  name: 'Pedidos da loja',
  url: 'https://loja-horizonte.example/turno/webhook',
  messages: true,
  acks: true,
  tickets: true,
  active: false,
} as const
/** Conversations the log is about. */
const CONVERSATIONS = 9
const TOKEN_BYTES = 24

/** How tries went, in turn: most arrived at once, one at the second try, one never. */
const OUTCOMES = [
  { status: 'delivered', attempts: 1, answerStatus: 200, answer: '{"ok":true}', failure: '', durationMs: 84 },
  { status: 'delivered', attempts: 1, answerStatus: 200, answer: '{"ok":true}', failure: '', durationMs: 61 },
  { status: 'delivered', attempts: 2, answerStatus: 204, answer: '', failure: '', durationMs: 143 },
  { status: 'delivered', attempts: 1, answerStatus: 200, answer: '{"ok":true}', failure: '', durationMs: 97 },
  {
    status: 'failed',
    attempts: 11,
    answerStatus: 500,
    answer: 'Internal Server Error',
    failure: '',
    durationMs: 212,
  },
  { status: 'delivered', attempts: 1, answerStatus: 200, answer: '{"ok":true}', failure: '', durationMs: 70 },
  { status: 'failed', attempts: 11, answerStatus: null, answer: '', failure: 'TIMEOUT', durationMs: 10_000 },
] as const

/** Milliseconds between a happening and its delivery. */
const SOON_MS = 900

/**
 * @param folder the workspace's data folder: the secret is sealed by its key file.
 * @param now milliseconds since the epoch; nothing is sent of what comes later.
 */
export async function insertExternalApi(
  db: Db,
  folder: string,
  { id: companyId, connections }: SeededCompany,
  now: number,
): Promise<void> {
  const [connection] = connections
  if (connection === undefined) return
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  await db.platform.update(whatsapps).set({ token }).where(eq(whatsapps.id, connection))
  const secret = sealText(loadKeys(folder), SECRET_PURPOSE, randomBytes(TOKEN_BYTES).toString('base64url'))
  const latest = await db
    .select({
      seq: messages.seq,
      ticketId: tickets.id,
      status: tickets.status,
      queueId: tickets.queueId,
      userId: tickets.userId,
      fromMe: messages.fromMe,
      at: messages.createdAt,
    })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(
      and(
        eq(tickets.companyId, companyId),
        eq(tickets.status, 'open'),
        isNotNull(tickets.userId),
        lt(messages.createdAt, new Date(now).toISOString()),
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.seq))
    .limit(CONVERSATIONS)
  await db.platform.write(async tx => {
    const [webhook] = await tx
      .insert(webhooks)
      .values({ companyId, ...WEBHOOK, secret })
      .returning()
    if (!webhook) return
    let n = 0
    for (const { seq, ticketId, status, queueId, userId, fromMe, at } of latest.reverse()) {
      const place = { status, queueId, userId, priority: 'normal' }
      const events = [
        { event: 'message.created' as const, messageSeq: seq, detail: '{}' },
        fromMe
          ? { event: 'message.ack' as const, messageSeq: seq, detail: '{"ack":3,"failure":null}' }
          : {
              event: 'ticket.updated' as const,
              messageSeq: null,
              detail: JSON.stringify({ ...place, before: { ...place, status: 'pending', userId: null } }),
            },
      ]
      for (const one of events) {
        const outcome = OUTCOMES[n++ % OUTCOMES.length] ?? OUTCOMES[0]
        const after = new Date(Date.parse(at) + SOON_MS).toISOString()
        const [row] = await tx
          .insert(webhookDeliveries)
          .values({
            companyId,
            webhookId: webhook.id,
            ticketId,
            ...one,
            ...outcome,
            nextAt: null,
            createdAt: at,
            updatedAt: after,
            deliveredAt: outcome.status === 'delivered' ? after : null,
          })
          .returning()
        if (row)
          await tx
            .update(webhookDeliveries)
            .set({ payload: await payloadOf(tx, row) })
            .where(eq(webhookDeliveries.id, row.id))
      }
    }
  })
}

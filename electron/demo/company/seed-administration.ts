/** Writes what administration.ts holds. Contacts and tickets must be there: schedules name them. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { byFeature, DEFAULT_TIME_ZONE, dayIn, fold, MASKED_KINDS, PROFILES, SIMULATED_MODEL } from '@contract'
import { and, asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../server/platform/db/client'
import {
  auditEntries,
  copilotSettings,
  helps,
  holidays,
  prompts,
  queueIntegrations,
  queueOptions,
  queues,
  quickMessages,
  schedules,
  tickets,
  whatsappQueues,
  whatsapps,
} from '../../server/platform/db/schema'
import { mediaFolder } from '../../server/platform/media/folder'
import { mediaFile } from '../media'
import {
  AUDIT,
  BOT_QUEUE,
  BOT_TREE,
  type BotNode,
  HELPS,
  HOLIDAYS,
  INTEGRATION,
  PROMPT,
  QUICK_WITH_PICTURE,
  RESTING_CODE,
  RESTING_CONNECTIONS,
  SCHEDULES,
  WAITING_SCHEDULE,
} from './administration'
import type { SeededCompany } from './seed-company'

const EVERYBODY = { on: true, queueIds: [], profiles: [...PROFILES] }

const DAY = 86_400_000
const iso = (ms: number): string => new Date(ms).toISOString()

interface Picture {
  mediaPath: string
  mediaName: string
}

/** A picture of its own for each row that names one: whoever replaces one takes nothing from another. */
async function picture(folder: string, companyId: number, file: string): Promise<Picture> {
  const { bytes } = await mediaFile('product')
  await writeFile(join(mediaFolder(folder, companyId), file), bytes, { mode: 0o600 })
  return { mediaPath: `/media/${companyId}/${file}`, mediaName: 'vitrine.png' }
}

async function insertOptions(
  tx: Tx,
  company: SeededCompany,
  queueId: number,
  nodes: readonly BotNode[],
  shown: Picture,
  parentId: number | null = null,
): Promise<void> {
  for (const [i, node] of nodes.entries()) {
    const [row] = await tx
      .insert(queueOptions)
      .values({
        companyId: company.id,
        queueId,
        parentId,
        title: node.title,
        message: node.message ?? '',
        position: i + 1,
        exitChatbot: node.exit ?? false,
        forwardQueueId: node.forward ? company.queues[node.forward] : null,
        ...(node.picture ? shown : {}),
      })
      .returning({ id: queueOptions.id })
    if (row && node.options) await insertOptions(tx, company, queueId, node.options, shown, row.id)
  }
}

/** @param now milliseconds since the epoch. */
export async function insertAdministration(
  db: Db,
  folder: string,
  company: SeededCompany,
  now: number,
): Promise<void> {
  const companyId = company.id
  const inTree = await picture(folder, companyId, 'demo-vitrine-chatbot.png')
  const inQuick = await picture(folder, companyId, 'demo-vitrine-rapida.png')
  const who = (email: string) => company.users.find(user => user.email === email)
  const owner = who('admin@demo.turno')?.id ?? null
  await db.platform.write(async tx => {
    const resting = await tx
      .insert(whatsapps)
      .values(
        RESTING_CONNECTIONS.map(connection => ({
          companyId,
          ...connection,
          qrcode: connection.status === 'qrcode' ? RESTING_CODE : '',
          statusSince: iso(now - 2 * 3_600_000),
        })),
      )
      .returning({ id: whatsapps.id, name: whatsapps.name })
    const [queue] = await tx
      .insert(queues)
      .values({ companyId, ...BOT_QUEUE, orderQueue: 5 })
      .returning({ id: queues.id })
    if (queue) {
      await insertOptions(tx, company, queue.id, BOT_TREE, inTree)
      const [first] = resting
      if (first)
        await tx.insert(whatsappQueues).values({ companyId, whatsappId: first.id, queueId: queue.id })
    }
    await tx
      .insert(quickMessages)
      .values({ companyId, userId: owner, geral: true, ...QUICK_WITH_PICTURE, ...inQuick })
    const [person] = Object.values(company.queues)
    if (person !== undefined) {
      await tx.insert(prompts).values({ companyId, queueId: person, ...PROMPT })
      await tx.insert(copilotSettings).values({
        companyId,
        model: SIMULATED_MODEL,
        transcriptionModel: SIMULATED_MODEL,
        embeddingModel: SIMULATED_MODEL,
        features: byFeature(() => EVERYBODY),
        masks: [...MASKED_KINDS],
      })
      await tx.insert(queueIntegrations).values({ companyId, ixcFallbackQueueId: person, ...INTEGRATION })
    }
    await tx.insert(helps).values(HELPS.map(help => ({ ...help })))
    await tx.insert(holidays).values(
      HOLIDAYS.map(({ days, ...holiday }) => ({
        companyId,
        day: dayIn(DEFAULT_TIME_ZONE, new Date(now + days * DAY)),
        ...holiday,
      })),
    )
    await tx.insert(schedules).values(
      SCHEDULES.map(({ days, contact, status, body }) => ({
        companyId,
        contactId: contact,
        userId: owner,
        body,
        status,
        sendAt: iso(now + days * DAY),
        sentAt: status === 'ENVIADA' ? iso(now + days * DAY) : null,
        createdAt: iso(now - 8 * DAY),
        updatedAt: iso(now - 8 * DAY),
      })),
    )
    // A conversation on a number that is not connected, and a message that waits for it.
    const down = resting.find(connection => connection.name === WAITING_SCHEDULE.number)
    const [quiet] = await tx
      .select({ id: tickets.id, contactId: tickets.contactId, userId: tickets.userId })
      .from(tickets)
      .where(and(eq(tickets.companyId, companyId), eq(tickets.status, 'open'), eq(tickets.isGroup, false)))
      .orderBy(asc(tickets.updatedAt), asc(tickets.id))
      .limit(1)
    if (down && quiet) {
      await tx.update(tickets).set({ whatsappId: down.id }).where(eq(tickets.id, quiet.id))
      await tx.insert(schedules).values({
        companyId,
        contactId: quiet.contactId,
        ticketId: quiet.id,
        userId: quiet.userId,
        body: WAITING_SCHEDULE.body,
        status: 'AGENDADA',
        waitsForNumber: true,
        sendAt: iso(now + WAITING_SCHEDULE.minutes * 60_000),
        createdAt: iso(now - DAY),
        updatedAt: iso(now - DAY),
      })
    }
    await tx.insert(auditEntries).values(
      AUDIT.map(({ days, by, name, action, subject, changes }) => {
        const user = who(by)
        return {
          companyId: subject === 'companies' ? null : companyId,
          userId: user?.id ?? null,
          userName: user?.name ?? '',
          action,
          subject,
          subjectName: name,
          changes: [...changes],
          program: 'Turno 0.1.0',
          address: '127.0.0.1',
          search: fold(`${user?.name ?? ''} ${name}`),
          createdAt: iso(now - days * DAY),
        }
      }),
    )
  })
}

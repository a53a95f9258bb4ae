/** Campaigns of the demo, one in each state: finished, waiting for answers, scheduled, cancelled, a draft. */
import { fold } from '@contract'
import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../server/platform/db/client'
import { campaignRecipients, campaigns, contactLists, whatsapps } from '../../server/platform/db/schema'
import { person } from '../simulator/people'
import { createRandom } from '../simulator/random'
import type { SeededCompany } from './seed-company'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Between two recipients of the finished one: twenty seconds, and a minute after every second. */
const BEAT_MS = 40_000

type Recipient = typeof campaignRecipients.$inferInsert
type State = Pick<Recipient, 'state' | 'reason'>

/** What it sent on the number of the Cloud API. */
const TEMPLATE = { name: 'colecao_inverno', language: 'pt_BR', values: {} }

/** What became of the recipients of the finished one, again and again. */
const OUTCOMES: readonly State[] = [
  ...Array<State>(11).fill({ state: 'delivered', reason: '' }),
  { state: 'sent', reason: '' },
  { state: 'delivered', reason: '' },
  { state: 'failed', reason: 'ERR_SENDING_WAPP_MSG' },
  { state: 'skipped', reason: 'optedOut' },
  { state: 'skipped', reason: 'invalid' },
]

/**
 * Writes them. The one that runs only waits for answers: the demo's conversations stay as they are written.
 * @param now milliseconds since the epoch.
 */
export async function insertCampaigns(
  db: Db,
  company: Pick<SeededCompany, 'id' | 'cloud'>,
  now: number,
): Promise<void> {
  const companyId = company.id
  const random = createRandom('campaigns')
  const iso = (at: number): string => new Date(at).toISOString()
  await db.platform.write(async tx => {
    const [connection] = await tx
      .select({ id: whatsapps.id })
      .from(whatsapps)
      .where(eq(whatsapps.companyId, companyId))
      .orderBy(asc(whatsapps.id))
      .limit(1)
    const lists = await tx
      .select({ id: contactLists.id })
      .from(contactLists)
      .where(eq(contactLists.companyId, companyId))
      .orderBy(asc(contactLists.id))
    const [first, second = first] = lists
    const made = async (values: Omit<typeof campaigns.$inferInsert, 'companyId' | 'search'>) => {
      const [row] = await tx
        .insert(campaigns)
        .values({
          companyId,
          search: fold(values.name),
          whatsappId: connection?.id ?? null,
          createdAt: iso(now - 6 * DAY),
          updatedAt: iso(now - 6 * DAY),
          ...values,
        })
        .returning({ id: campaigns.id })
      return row?.id ?? 0
    }
    const people = (
      count: number,
      campaignId: number,
      fill: (i: number) => Partial<Recipient>,
    ): Recipient[] =>
      Array.from({ length: count }, (_, i) => {
        const { name } = person(random)
        const number = `55819${String(70_000_000 + campaignId * 1_000 + i)}`
        const at = fill(i).updatedAt ?? iso(now)
        const search = fold(`${name} ${number}`)
        return {
          companyId,
          campaignId,
          name,
          number,
          search,
          slot: 1,
          createdAt: at,
          updatedAt: at,
          ...fill(i),
        }
      })

    const begun = now - 5 * DAY
    const winter = await made({
      name: 'Coleção de inverno',
      message1: 'Oi, {nome}! A coleção de inverno chegou. Responda QUERO para ver as fotos.',
      message2: 'Olá, {nome}. O frio chegou e a coleção de inverno também. Quer ver?',
      status: 'FINALIZADA',
      contactListId: second?.id ?? null,
      whatsappId: company.cloud,
      template: TEMPLATE,
      scheduledAt: iso(begun),
      startedAt: iso(begun),
      completedAt: iso(begun + 96 * BEAT_MS),
      preparedTo: null,
    })
    const done = people(96, winter, i => {
      const at = begun + i * BEAT_MS
      const { state = 'sent', reason = '' } = OUTCOMES[i % OUTCOMES.length] ?? {}
      const left = state === 'delivered' || state === 'sent'
      return {
        state,
        reason,
        message: left ? 'Oi! A coleção de inverno chegou. Responda QUERO para ver as fotos.' : '',
        sentAt: left ? iso(at + 1_000) : null,
        deliveredAt: state === 'delivered' ? iso(at + 4_000) : null,
        updatedAt: iso(at + 4_000),
      }
    })
    for (let from = 0; from < done.length; from += 50)
      await tx.insert(campaignRecipients).values(done.slice(from, from + 50))

    const asking = await made({
      name: 'Pesquisa de satisfação',
      message1: 'Obrigada, {nome}! De 0 a 10, quanto você recomenda a loja?',
      confirmation: true,
      confirmationMessage1: 'Oi, {nome}. Posso fazer uma pergunta rápida?',
      status: 'EM_ANDAMENTO',
      contactListId: first?.id ?? null,
      scheduledAt: iso(now - 3 * HOUR),
      startedAt: iso(now - 3 * HOUR),
      preparedTo: null,
    })
    await tx.insert(campaignRecipients).values(
      people(24, asking, i => {
        const at = iso(now - 3 * HOUR + i * BEAT_MS)
        const answered = i % 3 !== 2
        return {
          state: answered ? 'delivered' : 'asked',
          message: 'Obrigada! De 0 a 10, quanto você recomenda a loja?',
          confirmationRequestedAt: at,
          confirmedAt: answered ? iso(Date.parse(at) + 90_000) : null,
          sentAt: answered ? iso(Date.parse(at) + 91_000) : null,
          deliveredAt: answered ? iso(Date.parse(at) + 94_000) : null,
          updatedAt: at,
        }
      }),
    )

    await made({
      name: 'Aniversário da loja',
      message1: 'Oi, {nome}! A loja faz aniversário e o presente é seu: 15% até domingo.',
      message2: 'Olá, {nome}! É festa: 15% em toda a loja até domingo. Responda SAIR para não receber mais.',
      status: 'PROGRAMADA',
      contactListId: first?.id ?? null,
      scheduledAt: iso(Math.ceil((now + 3 * DAY) / HOUR) * HOUR),
      skipOpenTickets: true,
    })

    const stopped = await made({
      name: 'Queima de estoque',
      message1: 'Oi, {nome}! Só hoje: até 40% em peças selecionadas. Responda SAIR para não receber mais.',
      status: 'CANCELADA',
      contactListId: second?.id ?? null,
      scheduledAt: iso(now - 2 * DAY),
      startedAt: iso(now - 2 * DAY),
      preparedTo: null,
    })
    await tx.insert(campaignRecipients).values(
      people(30, stopped, i => {
        const at = now - 2 * DAY + i * BEAT_MS
        const left = i < 12
        return {
          state: left ? 'delivered' : 'waiting',
          message: left ? 'Oi! Só hoje: até 40% em peças selecionadas.' : '',
          sentAt: left ? iso(at + 1_000) : null,
          deliveredAt: left ? iso(at + 4_000) : null,
          updatedAt: left ? iso(at + 4_000) : iso(now - 2 * DAY),
        }
      }),
    )

    await made({
      name: 'Volta às aulas',
      message1: 'Oi, {nome}! Mochilas e cadernos chegaram.',
      status: 'INATIVA',
      contactListId: null,
      scheduledAt: null,
    })
  })
}

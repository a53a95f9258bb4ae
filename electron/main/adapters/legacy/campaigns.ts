/** Campaigns of the legacy servers: what is sent is reshaped, the report is read from their shipping. */
import { freshFigures, type RecipientState } from '../../../../src/contract'
import { type Ask, answer, errorAnswer, type Json, type LegacyApi, record, rows } from './call'
import { sendable } from './schedules'

/**
 * Less ahead than this, that server may never see a campaign: every twenty seconds it looks for those due between now and an
 * hour on, and its clock may be twenty ahead before anybody takes notice (../../servers/clock.ts). Milliseconds.
 */
const SOONEST_MS = 60_000
/** Recipients of one page. */
const PAGE = 30

const nothing = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === ''

/** How far a recipient is, as far as that server reports it. */
const stateOf = (shipping: Json): RecipientState => {
  if (!nothing(shipping.deliveredAt)) return 'delivered'
  if (!nothing(shipping.confirmedAt)) return 'confirmed'
  return nothing(shipping.confirmationRequestedAt) ? 'waiting' : 'asked'
}

/** Figures of what a campaign lists; those it will list are only known once it runs. */
function figuresOf(shipping: readonly Json[]): Record<RecipientState | 'total', number> {
  const figures = freshFigures(shipping.length)
  for (const one of shipping) figures[stateOf(one)] += 1
  return figures
}

/** A campaign with figures in the place of its recipients: thousands of them travel with each event there. */
export function readCampaign(given: unknown): Json {
  const { shipping, ...campaign } = record(given)
  return Array.isArray(shipping) ? { ...campaign, figures: figuresOf(rows(shipping)) } : campaign
}

/** Lists without recipients pass as they are; a single one brings its report. */
export async function oneCampaign(legacy: LegacyApi, ask: Ask): Promise<Response> {
  return answer(readCampaign(await legacy.json('GET', ask.path, undefined, ask.signal)))
}

/** Adds or changes a campaign. A change must say the status it shall have; what only Turno knows is left out. */
export async function saveCampaign(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const { skipOpenTickets: _skip, ...rest } = ask.body ?? {}
  const scheduledAt = nothing(rest.scheduledAt) ? null : sendable(rest.scheduledAt, legacy.now() + SOONEST_MS)
  const body: Json = { ...rest, scheduledAt, status: scheduledAt === null ? 'INATIVA' : 'PROGRAMADA' }
  if (ask.method === 'PUT') {
    const now = record(await legacy.json('GET', ask.path, undefined, ask.signal))
    if (now.status === 'CANCELADA') body.status = 'CANCELADA'
    if (now.status === 'EM_ANDAMENTO' || now.status === 'FINALIZADA')
      return errorAnswer(409, 'ERR_CAMPAIGN_LOCKED')
  }
  return answer(readCampaign(await legacy.json(ask.method, ask.path, body, ask.signal)))
}

/**
 * Goes on with a cancelled campaign. Its messages are timed from its start there, so one whose start has passed would
 * write to everybody at once: the start is moved to now before.
 */
export async function restartCampaign(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const at = `/campaigns/${ask.params.id}`
  const stored = record(await legacy.json('GET', at, undefined, ask.signal))
  if (stored.status !== 'CANCELADA') return errorAnswer(409, 'ERR_CAMPAIGN_LOCKED')
  const scheduledAt = sendable(stored.scheduledAt ?? 0, legacy.now() + SOONEST_MS)
  if (scheduledAt !== stored.scheduledAt) {
    // A change takes the whole form; what belongs to the campaign hangs on it as objects and lists.
    const own = Object.entries(stored).filter(([, value]) => value === null || typeof value !== 'object')
    await legacy.json('PUT', at, { ...Object.fromEntries(own), scheduledAt }, ask.signal)
  }
  await legacy.json('POST', `${at}/restart`, undefined, ask.signal)
  return answer(null)
}

/** The recipients of a campaign: there they come with it, all at once. */
export async function recipientsOf(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const id = ask.path.split('/')[2] ?? ''
  const campaign = record(await legacy.json('GET', `/campaigns/${id}`, undefined, ask.signal))
  const names = new Map(
    rows(record(campaign.contactList).contacts).map(item => [item.id, String(item.name ?? '')]),
  )
  const wanted = ask.query.get('state')
  const typed = (ask.query.get('searchParam') ?? '').toLowerCase()
  const all = rows(campaign.shipping)
    .map(one => ({
      ...one,
      name: names.get(one.contactId) ?? '',
      state: stateOf(one),
      sentAt: one.deliveredAt ?? null,
    }))
    .filter(one => !wanted || one.state === wanted)
    .filter(one => `${one.name} ${String((one as Json).number)}`.toLowerCase().includes(typed))
    .sort((a, b) => Number((a as Json).id) - Number((b as Json).id))
  const from = (Math.max(1, Number(ask.query.get('pageNumber')) || 1) - 1) * PAGE
  const records = all.slice(from, from + PAGE)
  return answer({ records, count: all.length, hasMore: all.length > from + records.length })
}

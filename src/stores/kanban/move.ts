/**
 * Moving a card: on screen at once, then on the server, by taking its lane's tag away and giving it the other one. A move
 * that fails brings the card back.
 */
import { type ExpectedTicket, UNTAGGED_LANE } from '@contract'
import { call } from '@/api'
import { feedPosition } from '../feed'
import { placed } from '../newer'
import { actOn, type StoredTicket } from '../tickets'
import { absorbTickets, patchTicket, ticketById, touched } from '../tickets/store'
import { boardNow, changeBoard, countMoved, recount } from './store'

/** The lanes' tags a ticket carries, in the order of the lanes. */
const laneTagsOf = (ticket: StoredTicket): number[] =>
  boardNow().lanes.flatMap(({ tag }) => (tag && ticket.tags.some(({ id }) => id === tag.id) ? [tag.id] : []))

/** The last move of each card that is on its way. */
const running = new Map<number, Promise<unknown>>()

/** What the server did of a move, in order; the toasts of the specification follow it. */
export interface MoveSteps {
  removed: () => void
  added: () => void
}

function show(ticketId: number, tags: readonly number[] | null): void {
  const moving = new Map(boardNow().moving)
  if (tags) moving.set(ticketId, tags)
  else moving.delete(ticketId)
  changeBoard({ moving }, [ticketId])
}

/**
 * Gives a ticket that is in no lane its lanes' tags. One takes the place of another at the server, so several (a
 * ticket that was tagged elsewhere, put back) are added beside whatever else it carries.
 */
async function giveAll(
  card: StoredTicket,
  tags: readonly number[],
  believed: { expected?: ExpectedTicket },
  steps?: MoveSteps,
): Promise<void> {
  const [first, ...more] = tags
  if (first === undefined) return
  const { id: ticketId } = card
  if (more.length === 0) await call('ticketTags.add', { params: { ticketId, tagId: first }, body: believed })
  else {
    const { lanes } = boardNow()
    const others = (ticketById(ticketId) ?? card).tags.filter(tag => !lanes.some(lane => lane.id === tag.id))
    const all = [...others.map(tag => tag.id), ...tags].map(id => ({ id }))
    await call('tags.sync', { body: { ticketId, tags: all, added: [...tags], ...believed } })
  }
  steps?.added()
}

/** The card as its tags are now, wherever the ticket is shown. */
function showTags(ticketId: number, tags: readonly number[]): void {
  const { lanes } = boardNow()
  const known = ticketById(ticketId)
  if (!known) return
  const given = lanes.flatMap(lane => (lane.tag && tags.includes(lane.id) ? [lane.tag] : []))
  const others = known.tags.filter(tag => !lanes.some(lane => lane.id === tag.id))
  patchTicket(ticketId, { tags: [...others, ...given] })
}

/** The card as the server has it. @returns false when it could not be asked: what is shown stays. */
async function askAgain(ticketId: number): Promise<boolean> {
  const asking = call('tickets.get', { params: { id: ticketId } })
  const [ticket, position] = await placed(asking).catch(() => [null, 0] as const)
  if (ticket) absorbTickets([ticket], position)
  return ticket !== null
}

/**
 * What stands after a move was answered. An event that came before the answer may tell of a colleague's move behind this
 * one: then the server is asked who was last.
 */
async function settle(card: StoredTicket, tags: readonly number[], askedAt: number): Promise<void> {
  const carried = laneTagsOf(ticketById(card.id) ?? card)
  const same = carried.length === tags.length && tags.every(id => carried.includes(id))
  if (touched.since(card.id, askedAt) && (same || (await askAgain(card.id)))) return
  showTags(card.id, tags)
}

async function carryOut(
  card: StoredTicket,
  tags: readonly number[],
  steps: MoveSteps,
  expected: ExpectedTicket | undefined,
): Promise<void> {
  const believed = expected ? { expected } : {}
  const from = laneTagsOf(ticketById(card.id) ?? card)
  let taken = false
  let askedAt = feedPosition()
  try {
    if (from.length > 0) {
      await call('ticketTags.clear', { params: { ticketId: card.id }, body: believed })
      taken = true
      steps.removed()
    }
    if (tags.length > 0) askedAt = feedPosition()
    await giveAll(card, tags, believed, steps)
    await settle(card, tags, askedAt)
  } catch (error) {
    // Whoever holds it by now: it was taken out here. Where even this is refused, the server is asked what is true.
    if (taken) await giveAll(card, from, {}).catch(() => askAgain(card.id))
    else await askAgain(card.id)
    throw error
  }
}

/**
 * Moves a card into a lane, or puts it back into several (undo).
 * @param to a lane's id, or the lanes' tags it shall carry.
 * @param steps receives what has been done, each when it is done.
 * @returns the lanes' tags it carried before; null when it stands there already or is not on the board.
 * @throws ApiError with the server's reason, or as `actOn`; the card is back by then.
 */
export async function moveCard(
  ticketId: number,
  to: number | readonly number[],
  steps: MoveSteps,
): Promise<readonly number[] | null> {
  const card = ticketById(ticketId)
  if (!card) return null
  const before = boardNow().moving.get(ticketId) ?? laneTagsOf(card)
  const tags = typeof to === 'number' ? (to === UNTAGGED_LANE ? [] : [to]) : to
  if (before.length === tags.length && tags.every(id => before.includes(id))) return null
  countMoved(before, tags)
  show(ticketId, tags)
  const mine = actOn(ticketId, 'tags', expected => carryOut(card, tags, steps, expected))
  running.set(ticketId, mine)
  try {
    await mine
    return before
  } catch (error) {
    countMoved(tags, before)
    throw error
  } finally {
    if (running.get(ticketId) === mine) {
      running.delete(ticketId)
      show(ticketId, null)
      // Its event finds the card where it was put before: only from now on is a count one with it.
      recount()
    }
  }
}

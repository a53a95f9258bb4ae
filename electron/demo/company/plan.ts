/** Which tickets the demo has, who holds them and when they happened: decided before a single row is written. */
import { type Person, person } from '../simulator/people'
import type { Random } from '../simulator/random'
import { type Case, newCase, QUEUE_OF, TOPICS } from '../simulator/talk/cases'
import type { QueueName } from './company'
import { dayOf, openingOf, timeOf } from './rhythm'

export interface PlannedContact {
  person: Person
  isGroup: boolean
}

export interface PlannedTicket {
  /** Position in the list of contacts. */
  contact: number
  status: 'pending' | 'open' | 'closed'
  concern: Case
  /** null: nobody chose a queue yet. */
  queue: QueueName | null
  /** Last message, in milliseconds before now. */
  endedAgo: number
}

const COUNTS = { people: 190, groups: 10, pending: 25, open: 60, closed: 215 } as const

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Two conversations of one contact lie at least this far apart, so that they never overlap. */
const APART = 3 * DAY
/** Pending tickets nobody has put into a queue. */
const UNQUEUED = 3

const GROUPS = [
  'Revenda Sul',
  'Logística Campinas',
  'Lojistas Centro',
  'Equipe Montagem',
  'Atacado Nordeste',
  'Parceiros Vitória',
  'Condomínio Ipês',
  'Feira de Sábado',
  'Representantes MG',
  'Assistência Técnica',
] as const

/** People and groups who write to the demo company; numbers never repeat. */
export function planContacts(random: Random): PlannedContact[] {
  const people: PlannedContact[] = []
  const taken = new Set<string>()
  while (people.length < COUNTS.people) {
    const someone = person(random)
    if (taken.has(someone.number)) continue
    taken.add(someone.number)
    people.push({ person: someone, isGroup: false })
  }
  const groups = GROUPS.map((name, i) => ({
    person: {
      ...person(random),
      name,
      first: name,
      number: `1203630${40_000_000_000 + i * 7_919}`,
      email: '',
    },
    isGroup: true,
  }))
  return [...people, ...groups]
}

/** Milliseconds before `now` of a moment of business, on a day at most so many days ago. */
function inBusinessHours(random: Random, now: number, daysAgo: number): number {
  return now - openingOf(now, dayOf(random, now, 0, daysAgo)) - timeOf(random)
}

/**
 * All tickets: one under way per contact at most, closed ones spread over 30 days in business hours.
 * @param now milliseconds since the epoch.
 */
export function planTickets(
  random: Random,
  contacts: readonly PlannedContact[],
  now: number,
): PlannedTicket[] {
  const plans: PlannedTicket[] = []
  const personOf = (contact: number): Person => {
    const known = contacts[contact]
    if (!known) throw new Error(`There is no contact ${contact}`)
    return known.person
  }
  const concernOf = (contact: number): Case => newCase(random, random.pick(TOPICS), personOf(contact))
  const times = new Map<number, number[]>()
  const add = (plan: PlannedTicket): void => {
    times.set(plan.contact, [...(times.get(plan.contact) ?? []), plan.endedAgo])
    plans.push(plan)
  }

  for (let i = 0; i < COUNTS.pending; i++) {
    const concern = concernOf(i)
    // A few wait long enough for the waiting clock to be red.
    const endedAgo = random.chance(0.3) ? random.int(20 * MINUTE, 2 * HOUR) : random.int(20_000, 16 * MINUTE)
    add({
      contact: i,
      status: 'pending',
      concern,
      queue: i < UNQUEUED ? null : QUEUE_OF[concern.topic],
      endedAgo,
    })
  }
  for (let i = 0; i < COUNTS.open; i++) {
    const inGroup = i >= COUNTS.open - COUNTS.groups
    const contact = inGroup ? COUNTS.people + i - (COUNTS.open - COUNTS.groups) : COUNTS.pending + i
    const concern = concernOf(contact)
    const endedAgo = random.chance(0.7) ? random.int(MINUTE, 5 * HOUR) : random.int(5 * HOUR, 20 * HOUR)
    add({ contact, status: 'open', concern, queue: QUEUE_OF[concern.topic], endedAgo })
  }
  while (plans.length < COUNTS.pending + COUNTS.open + COUNTS.closed) {
    const contact = random.int(0, COUNTS.people - 1)
    const endedAgo = inBusinessHours(random, now, 29)
    const near = (times.get(contact) ?? []).some(other => Math.abs(other - endedAgo) < APART)
    if (near || endedAgo < HOUR) continue
    const concern = concernOf(contact)
    add({ contact, status: 'closed', concern, queue: QUEUE_OF[concern.topic], endedAgo })
  }
  return plans
}

/**
 * How many people an hour needs so that a share of its customers is answered in time. Pure. Erlang A (Palm 1957;
 * Garnett, Mandelbaum and Reiman 2002): customers arrive independently, durations are exponential, and a waiting
 * customer gives up after an exponential patience. Without giving up it is Erlang C. Each person holds several
 * conversations at once: these are the servers. Conversations may outlast the hour they began in, so an hour's load is
 * what is open in it (modified offered load; Jennings, Mandelbaum, Massey and Whitt 1996), not what begins in it.
 */

export interface Service {
  /** Duration of a conversation, milliseconds. */
  handlingMs: number
  /** Mean patience of customers, milliseconds; null: nobody gives up. */
  patienceMs: number | null
  /** Parallel conversations per person. */
  concurrency: number
}

export interface Target {
  /** The share, 0 to 1, to be answered within so many seconds. Customers who gave up were not. */
  share: number
  seconds: number
}

/** Later terms are negligible. */
const NEGLIGIBLE = 1e-12
const MOST_PEOPLE = 2_000
/** Only the proportions of the weights matter. */
const LARGE = 1e200

/**
 * The share of customers answered within a time, in the steady state.
 * @param load mean number of conversations with unlimited people (Erlang).
 * @param servers parallel conversations.
 * @param waitMs the time.
 * @returns 0 to 1. Without patience and with too few servers the queue grows without limit: 0.
 */
export function answeredWithin(
  load: number,
  servers: number,
  waitMs: number,
  { handlingMs, patienceMs }: Pick<Service, 'handlingMs' | 'patienceMs'>,
): number {
  if (load <= 0) return 1
  if (servers < 1) return 0
  // Weights of the numbers in service, relative to all servers busy: going downwards nothing overflows.
  let free = 0
  for (let weight = 1, busy = servers; busy > 0; busy--) {
    weight *= busy / load
    free += weight
    if (!Number.isFinite(free)) return 1
  }
  const rate = servers / handlingMs
  const arrivals = load / handlingMs
  if (patienceMs === null) {
    if (load >= servers) return 0
    const waiting = 1 / (1 - load / servers)
    const waits = waiting / (free + waiting)
    return 1 - waits * Math.exp(-(rate - arrivals) * waitMs)
  }
  const giveUp = 1 / patienceMs
  // With k ahead, exp(-wait / patience) of a waiting customer has the beta distribution of `a` and k + 1, whose sums
  // are those below.
  const a = rate / giveUp
  let logTerm = -(a + 1) * giveUp * waitMs
  let beyond = 0
  let answered = 0
  let all = 0
  const late = Math.log(-Math.expm1(-giveUp * waitMs))
  for (let weight = 1, k = 0; ; k++) {
    beyond += Math.exp(logTerm)
    answered += weight * (a / (a + k + 1)) * Math.max(0, 1 - beyond)
    all += weight
    logTerm += late + Math.log((a + 1 + k) / (k + 1))
    const ratio = arrivals / (rate + (k + 1) * giveUp)
    weight *= ratio
    if (weight > LARGE) {
      weight /= LARGE
      free /= LARGE
      answered /= LARGE
      all /= LARGE
    }
    if (ratio < 1 && weight < NEGLIGIBLE * (all + free) * (1 - ratio)) break
  }
  return Math.min(1, (free + answered) / (free + all))
}

/** @returns the fewest people for a target; null where no number is enough. */
export function peopleFor(load: number, service: Service, { share, seconds }: Target): number | null {
  if (load <= 0) return 0
  const enough = (people: number): boolean =>
    answeredWithin(load, Math.floor(people * service.concurrency + 1e-9), seconds * 1_000, service) >= share
  let [low, high] = [0, 1]
  while (!enough(high)) {
    if (high > MOST_PEOPLE) return null
    low = high
    high *= 2
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (enough(middle)) high = middle
    else low = middle
  }
  return high
}

/**
 * How many conversations are open in each hour of a week that follows an equal one, with unlimited people.
 * @param arrivals by hour.
 * @returns Erlang, the larger of the end and the middle of each hour.
 */
export function loads(arrivals: readonly number[], handlingMs: number): number[] {
  const hours = handlingMs / 3_600_000
  const after = (open: number, rate: number, span: number): number =>
    rate * hours + (open - rate * hours) * Math.exp(-span / hours)
  let open = 0
  // What is open at the beginning is left from an equal week.
  for (const rate of arrivals) open = after(open, rate, 1)
  return arrivals.map(rate => {
    const before = open
    const middle = after(before, rate, 0.5)
    open = after(before, rate, 1)
    return Math.max(middle, open)
  })
}

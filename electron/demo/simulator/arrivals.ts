/** New conversations at a steady pace, so that there is always work and never a flood. */
import type { Customers } from './customers'
import type { Directory } from './directory'
import type { Random } from './random'
import type { Tuning } from './tuning'

/** Share of new conversations that somebody already known begins. */
const KNOWN_SHARE = 0.6
/** Share of turns at which somebody in an open conversation writes again. */
const GO_ON_SHARE = 0.3
const CANDIDATES = 60

/**
 * One turn for every company with a connected phone.
 * @param connected ids of connections that are connected now.
 */
export async function arrivalTurn(options: {
  tuning: Tuning
  random: Random
  directory: Directory
  customers: Customers
  connected: readonly number[]
}): Promise<void> {
  const { tuning, random, directory, customers } = options
  const open = (await directory.connections()).filter(c => options.connected.includes(c.id))
  for (const companyId of new Set(open.map(c => c.companyId))) {
    const phone = random.pick(open.filter(c => c.companyId === companyId))
    if (random.chance(GO_ON_SHARE)) {
      const talking = await directory.talking(phone.id, CANDIDATES)
      if (talking.length > 0) await customers.goOn(companyId, phone.id, random.pick(talking))
    }
    if ((await directory.waiting(companyId)) > tuning.maxPending) continue
    const known = random.chance(KNOWN_SHARE) ? await directory.quiet(companyId, CANDIDATES) : []
    await customers.begin(companyId, phone.id, known.length > 0 ? random.pick(known) : null)
  }
}

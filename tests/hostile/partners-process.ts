/** Partners that do everything wrong, in a process of their own: what they pour costs the server no more than its reading. */
import { MANNERS, startBadPartner } from '../support/bad-partner'

/** One of them, as it is now. */
export interface PartnerState {
  manner: string
  url: string
  calls: number
  inside: number
  open: number
}

const partners = await Promise.all(MANNERS.map(manner => startBadPartner(manner)))
const state = (): PartnerState[] =>
  partners.map(({ manner, url, calls, inside, open }) => ({ manner, url, calls, inside, open: open() }))
process.on('message', () => process.send?.(state()))
process.once('disconnect', () => process.exit())
process.send?.(state())

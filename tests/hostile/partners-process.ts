/**
 * Partners that do everything wrong, one of each manner or (`turns`) one for all of them, in a process of their own: what they pour costs the
 * server no more than its reading.
 */
import { MANNERS, startBadPartner } from '../support/bad-partner'

/** One of them, as it is now. */
export interface PartnerState {
  manner: string
  url: string
  port: number
  calls: number
  inside: number
  open: number
}

const manners = process.argv[2] === 'turns' ? (['turns'] as const) : MANNERS
const partners = await Promise.all(manners.map(manner => startBadPartner(manner)))
const state = (): PartnerState[] =>
  partners.map(({ manner, url, port, calls, inside, open }) => ({
    manner,
    url,
    port,
    calls,
    inside,
    open: open(),
  }))
process.on('message', () => process.send?.(state()))
process.once('disconnect', () => process.exit())
process.send?.(state())

/** A partner that does everything wrong, in a process of its own: what it pours costs the server no more than its reading. */
import { startBadPartner } from '../support/bad-partner'

export interface PartnerState {
  url: string
  port: number
}

const { url, port } = await startBadPartner('turns')
process.once('disconnect', () => process.exit())
process.send?.({ url, port })

/** A code from a Pix key: no bank is involved, and the super-administrator settles by hand (the default). */
import { randomBytes } from 'node:crypto'
import { type Merchant, staticCode } from './pix-code'
import type { PaymentProvider } from './provider'

/** Bytes of a txid: 24 of the 25 characters that fit into a static code. */
const TXID_BYTES = 12

export const shortTxid = (): string => randomBytes(TXID_BYTES).toString('hex').toUpperCase()

export function staticPix(merchant: Merchant & { pixKey: string; receiver: string }): PaymentProvider {
  return {
    name: 'static',
    settledBy: 'hand',
    receiver: merchant.receiver,
    newTxid: shortTxid,
    charge: async ({ txid, cents }) => ({
      code: await staticCode(merchant, txid, cents),
      expiresAt: null,
    }),
    look: async () => ({ status: 'active', cents: 0, endToEndId: null }),
  }
}

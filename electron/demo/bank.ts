/** The bank of the demo: whoever asks for a code has paid it a moment later. Only a demo workspace can choose it. */
import { CHARGE_LIFE_S } from '@contract'
import { staticCode } from '../server/platform/payments/pix-code'
import type { PaymentProvider } from '../server/platform/payments/provider'
import { shortTxid } from '../server/platform/payments/static-pix'

/** How long the payer takes. */
export const PAYS_AFTER_MS = 12_000

/**
 * @param centsOf what was asked for under a txid; the payer pays exactly that.
 * @param clock milliseconds since the epoch.
 */
export function createBank(
  centsOf: (txid: string) => Promise<number>,
  clock: () => number = Date.now,
): PaymentProvider {
  return {
    name: 'simulated',
    settledBy: 'bank',
    receiver: '',
    newTxid: shortTxid,
    charge: async ({ txid, cents }) => ({
      code: await staticCode(
        { pixKey: 'pix@demo.turno', merchantName: 'Turno Demo', merchantCity: 'Sao Paulo' },
        txid,
        cents,
      ),
      expiresAt: new Date(clock() + CHARGE_LIFE_S * 1_000).toISOString(),
    }),
    async look(txid, made) {
      if (clock() - Date.parse(made) < PAYS_AFTER_MS) return { status: 'active', cents: 0, endToEndId: null }
      return { status: 'paid', cents: await centsOf(txid), endToEndId: `E${txid}` }
    },
  }
}

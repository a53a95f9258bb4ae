/** What every way of being paid can do; who settles invoices knows nothing else of it. */
import type { PaymentProviderName } from '@contract'

interface ChargeRequest {
  txid: string
  /** Whole centavos, more than 0. */
  cents: number
  /** What the payer reads in the bank's program. */
  description: string
}

interface NewCharge {
  /** Pix copy and paste (EMV). */
  code: string
  /** ISO-8601; null: can be paid for ever. */
  expiresAt: string | null
}

export interface ChargeFound {
  status: 'active' | 'paid' | 'ended'
  /** What arrived, less what was sent back; 0 while nothing did. */
  cents: number
  endToEndId: string | null
}

export interface PaymentProvider {
  readonly name: PaymentProviderName
  /** `bank`: `look` knows; `hand`: the super-administrator looks into the account. */
  readonly settledBy: 'bank' | 'hand'
  /** Key, name and city that its charges are made for, a line each: those made for another are not shown again. */
  readonly receiver: string
  /** A txid nobody can guess, of a form the provider takes. */
  newTxid(): string
  /** @throws PaymentError */
  charge(request: ChargeRequest): Promise<NewCharge>
  /**
   * Asks what became of a charge.
   * @param made ISO-8601.
   * @param receiver whom it was made for; '' for today's.
   * @throws PaymentError, also when the answer is about another charge or another receiver.
   */
  look(txid: string, made: string, receiver: string): Promise<ChargeFound>
}

/** The provider could not do what it was asked. Its words name no secret. */
export class PaymentError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'PaymentError'
  }
}

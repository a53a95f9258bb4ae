/** The interface of every payment provider; settling invoices uses nothing else. */
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
  /** ISO-8601; null: never expires. */
  expiresAt: string | null
}

export interface ChargeFound {
  status: 'active' | 'paid' | 'ended'
  /** What arrived minus refunds; 0 before a payment. */
  cents: number
  endToEndId: string | null
}

export interface PaymentProvider {
  readonly name: PaymentProviderName
  /** `bank`: `look` tells; `hand`: the super-administrator checks the account. */
  readonly settledBy: 'bank' | 'hand'
  /** Key, name and city its charges are made for, a line each: charges for another receiver are not shown again. */
  readonly receiver: string
  /** A random txid in the provider's format. */
  newTxid(): string
  /** @throws PaymentError */
  charge(request: ChargeRequest): Promise<NewCharge>
  /**
   * Asks about a charge.
   * @param made ISO-8601.
   * @param receiver whom it was made for; '' for the present one.
   * @throws PaymentError, also when the answer is about another charge or receiver.
   */
  look(txid: string, made: string, receiver: string): Promise<ChargeFound>
}

/** The provider could not do what was asked. Its message contains no secret. */
export class PaymentError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'PaymentError'
  }
}

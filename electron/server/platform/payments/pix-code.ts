/** The Pix code a payer scans or copies (EMV with CRC16), by pix-utils, which is loaded with the first code. */
import { PIX, pixText } from '@contract'
import { PaymentError } from './provider'

/** Most characters of the address of a charge in a code: its length has two digits. */
const LOCATION_CHARS = 77

export interface Merchant {
  merchantName: string
  merchantCity: string
}

/** The receiver's name in a code. @throws PaymentError when nothing of a name is left. */
function receiverOf({ merchantName, merchantCity }: Merchant): Merchant {
  const receiver = {
    merchantName: pixText(merchantName, PIX.nameChars),
    merchantCity: pixText(merchantCity, PIX.cityChars),
  }
  if (receiver.merchantName === '' || receiver.merchantCity === '')
    throw new PaymentError('no code: the receiver has no name or city in Latin letters')
  return receiver
}

/**
 * A code for a key and an amount the payer cannot change.
 * @param txid at most 25 letters and digits: it appears in the receiver's statement.
 * @param merchant its key as `pixKeyOf` writes it.
 * @throws PaymentError when the key or a name does not fit.
 */
export async function staticCode(
  merchant: Merchant & { pixKey: string },
  txid: string,
  cents: number,
): Promise<string> {
  const { createStaticPix, hasError } = await import('pix-utils')
  const made = createStaticPix({
    ...receiverOf(merchant),
    pixKey: merchant.pixKey,
    txid,
    transactionAmount: cents / 100,
  })
  if (hasError(made)) throw new PaymentError(`no static code: ${made.message}`)
  return made.toBRCode()
}

/**
 * A code for the address of a charge, for banks that give only the address.
 * @param location host and path, without https://.
 * @throws PaymentError
 */
export async function locationCode(merchant: Merchant, location: string): Promise<string> {
  const { createDynamicPix, hasError } = await import('pix-utils')
  const url = location.replace(/^https?:\/\//, '')
  if (url.length > LOCATION_CHARS) throw new PaymentError('no dynamic code: the address is too long')
  const made = createDynamicPix({ ...receiverOf(merchant), url })
  if (hasError(made)) throw new PaymentError(`no dynamic code: ${made.message}`)
  return made.toBRCode()
}

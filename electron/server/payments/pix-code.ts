/** The Pix code a payer scans or copies (EMV with CRC16), made by pix-utils, which is loaded with the first code. */
import { withoutAccents } from '@contract'
import { PaymentError } from './provider'

/** Most characters of the receiver's name and city in a code (EMV QR, fields 59 and 60). */
const NAME_CHARS = 25
const CITY_CHARS = 15

export interface Merchant {
  merchantName: string
  merchantCity: string
}

/** Codes hold plain letters: accents are taken off, what is left over is cut. */
const plain = (text: string, most: number): string =>
  withoutAccents(text)
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, most)
    .trim()

/**
 * A code for a key and an amount, which the payer cannot change.
 * @param txid at most 25 letters and digits: it is shown in the receiver's statement.
 * @throws PaymentError when the key or a name does not fit into a code.
 */
export async function staticCode(
  merchant: Merchant & { pixKey: string },
  txid: string,
  cents: number,
): Promise<string> {
  const { createStaticPix, hasError } = await import('pix-utils')
  const made = createStaticPix({
    merchantName: plain(merchant.merchantName, NAME_CHARS),
    merchantCity: plain(merchant.merchantCity, CITY_CHARS),
    pixKey: merchant.pixKey,
    txid,
    transactionAmount: cents / 100,
  })
  if (hasError(made)) throw new PaymentError(`no static code: ${made.message}`)
  return made.toBRCode()
}

/**
 * A code for the address of a charge, where a bank gives the address alone.
 * @param location host and path, without https://.
 * @throws PaymentError
 */
export async function locationCode(merchant: Merchant, location: string): Promise<string> {
  const { createDynamicPix, hasError } = await import('pix-utils')
  const made = createDynamicPix({
    merchantName: plain(merchant.merchantName, NAME_CHARS) || 'PIX',
    merchantCity: plain(merchant.merchantCity, CITY_CHARS) || 'BRASIL',
    url: location.replace(/^https?:\/\//, ''),
  })
  if (hasError(made)) throw new PaymentError(`no dynamic code: ${made.message}`)
  return made.toBRCode()
}

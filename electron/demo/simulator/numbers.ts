/** What telephone numbers mean on the simulated network, so that every failure can be had on demand. */

/** A number that ends like this is not on WhatsApp. */
export const NOT_ON_WHATSAPP = '0000'
/** What is sent to a number that ends like this is refused on the way (ERR_SENDING_WAPP_MSG after it left). */
export const REFUSES_DELIVERY = '9999'

const SHORTEST = 10
const LONGEST = 15
/** Area code and a land line of 8 digits, or a mobile number of 9 that begins with 9. */
const NATIONAL = /^[1-9]\d(?:[2-5]\d{7}|9\d{8})$/

/**
 * Whether a number exists. Without a country's code there is nobody, as on the real network.
 * @param number digits only.
 */
export function lookUp(number: string): { exists: boolean; number: string } {
  const exists =
    number.length >= SHORTEST &&
    number.length <= LONGEST &&
    !number.endsWith(NOT_ON_WHATSAPP) &&
    !NATIONAL.test(number)
  return { exists, number }
}

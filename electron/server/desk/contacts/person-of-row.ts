/** A person in an imported row: what is stored, and what is reported about the rest. */
import { CONTACT_NAME, type Home, type ImportRemark, type PhoneFault, readPhone } from '@contract'
import { z } from 'zod'

const address = z.email().max(255)

interface Typed {
  name: string
  number: string
  email: string
}

export interface Person extends Typed {
  /** What was left out; '' for nothing. */
  remark: ImportRemark | ''
}

/**
 * A long name is cut and a bad e-mail left out rather than losing the person; without a name or a number there is none.
 * @param home country of numbers without one.
 * @param known a value that replaces the number of people without a visible one: taken unchanged.
 */
export function personOf(
  row: Typed,
  home: Home | null,
  known: ReadonlySet<string> = new Set(),
): Person | { fault: PhoneFault | 'INVALID_NAME' } {
  const chars = [...row.name]
  if (chars.length < CONTACT_NAME.min) return { fault: 'INVALID_NAME' }
  const own = row.number.trim()
  const phone = known.has(own) ? { number: own, isFirst: false } : readPhone(row.number, home)
  if ('fault' in phone) return phone
  const isLong = chars.length > CONTACT_NAME.max
  const isBad = row.email !== '' && !address.safeParse(row.email).success
  return {
    name: isLong ? chars.slice(0, CONTACT_NAME.max).join('').trim() : row.name,
    number: phone.number,
    email: isBad ? '' : row.email,
    remark: phone.isFirst ? 'FIRST_NUMBER' : isBad ? 'EMAIL_DROPPED' : isLong ? 'NAME_CUT' : '',
  }
}

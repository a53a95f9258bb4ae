/** What the contact form holds and sends (docs/specification.md 1.5); its rules are the contract's. Pure. */
import type { BodyIn, Contact, contactForm } from '@contract'
import type { z } from 'zod'

/** The form's own members of a contact; additional information is read apart. */
export const fieldsOf = ({ name, number, email }: Pick<Contact, 'name' | 'number' | 'email'>) => ({
  name,
  number,
  email: email ?? '',
})

/** What is sent: rows without a name are no rows. Rows that were never loaded are left alone. */
export function contactBody({
  extraInfo,
  ...fields
}: z.output<typeof contactForm>): BodyIn<'contacts.update'> {
  return extraInfo === undefined
    ? fields
    : { ...fields, extraInfo: extraInfo.filter(({ name }) => name !== '') }
}

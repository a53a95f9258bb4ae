/** Rules of the contact form (specification 1 section 5), as the words it shows. Pure. */
import { CONTACT_NAME, CONTACT_NUMBER, contactForm } from '@contract'

export type ContactFault = 'required' | 'tooShort' | 'tooLong' | 'invalidEmail'

const length = (text: string, { min, max }: { min: number; max: number }): ContactFault | null => {
  const chars = text.trim().length
  if (chars === 0) return 'required'
  if (chars < min) return 'tooShort'
  return chars > max ? 'tooLong' : null
}

const email = contactForm.shape.email

/** What is wrong with one field; null when nothing is. The name is counted without blanks around it. */
export function contactFault(
  field: 'name' | 'number' | 'email',
  value: string | undefined,
): ContactFault | null {
  const text = value ?? ''
  if (field === 'name') return length(text, CONTACT_NAME)
  if (field === 'number') return length(text, CONTACT_NUMBER)
  return email.safeParse(text.trim()).success ? null : 'invalidEmail'
}

export interface ContactFields {
  name?: string
  number?: string
  email?: string
  extraInfo?: { id?: number | null; name?: string; value?: string }[]
}

/**
 * What the form sends.
 * @param withExtra false leaves the stored rows alone: they were not loaded, so an empty list would erase them.
 */
export function contactBody(fields: ContactFields, withExtra: boolean) {
  const extra = (fields.extraInfo ?? [])
    .map(({ id, name, value }) => ({
      ...(id ? { id } : {}),
      name: (name ?? '').trim(),
      value: (value ?? '').trim(),
    }))
    .filter(({ name }) => name !== '')
  return {
    name: (fields.name ?? '').trim(),
    number: (fields.number ?? '').trim(),
    email: (fields.email ?? '').trim(),
    ...(withExtra ? { extraInfo: extra } : {}),
  }
}

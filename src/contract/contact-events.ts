/** Contacts as live events carry them. */
import { z } from 'zod'
import { type Contact, contact } from './entities'

/** A contact as an event tells of it: what the event left out is unknown, not empty. */
export type ContactUpdate = Contact & { missing?: readonly (keyof Contact)[] }

const CONTACT_MEMBERS = Object.keys(contact.shape) as (keyof Contact)[]

/**
 * Legacy servers leave members out of their contact events (extra information, the connection), and a
 * missing member reads as its default: which ones were missing is kept beside the contact.
 */
export const contactUpdate = z.unknown().transform((value, context): ContactUpdate => {
  const parsed = contact.safeParse(value)
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message })
    return z.NEVER
  }
  const missing = CONTACT_MEMBERS.filter(member => (value as Partial<Contact>)[member] === undefined)
  return missing.length > 0 ? { ...parsed.data, missing } : parsed.data
}) as unknown as z.ZodType<ContactUpdate, z.input<typeof contact>>

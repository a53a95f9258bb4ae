/** Whether the people of a company may work. */

/**
 * Whether people of a company may work: it is switched on and its due date has not passed.
 * @param now milliseconds since the epoch.
 */
export const isActive = (company: { status: boolean; dueDate: string | null }, now = Date.now()): boolean =>
  company.status && (company.dueDate === null || Date.parse(company.dueDate) >= now)

/** Whether a person of a company that may not work may still pay: its admins, unless it was switched off. */
export const mayPay = (company: { status: boolean }, who: { profile: string }): boolean =>
  company.status && who.profile === 'admin'

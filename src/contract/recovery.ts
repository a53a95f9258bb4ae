/** A forgotten password of whoever manages a company of this computer, reset where the company's folder is. */
import { z } from 'zod'
import { newPassword } from './endpoints/mail'

/** An administrator whose password may be reset here. */
export const companyManager = z.object({ id: z.number().int(), name: z.string(), email: z.string() })
export type CompanyManager = z.output<typeof companyManager>
export const companyManagers = z.array(companyManager)

export const managerPassword = z.object({ userId: z.number().int(), password: newPassword })
export type ManagerPassword = z.output<typeof managerPassword>
/** Whether it was set: not for somebody who is no administrator any more. */
export const passwordSet = z.object({ done: z.boolean() })

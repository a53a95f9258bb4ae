/** What a company is named by, wherever one is begun: by the platform, by itself, or with the workspace. */
import { z } from 'zod'
import { COMPANY_NAME, USER_PASSWORD } from '../constants'
import { line } from '../requests'

export const companyName = line(COMPANY_NAME.max, 'Too Long!').min(COMPANY_NAME.min, 'Too Short!')
export const companyEmail = z.email('Invalid email').max(255)
export const companyPassword = z
  .string()
  .min(USER_PASSWORD.min, 'Too Short!')
  .max(USER_PASSWORD.max, 'Too Long!')

/** What is wrong with a field of the founding form, as a key of this feature's texts; null when it is fine. */
import { COMPANY_NAME, USER_NAME, USER_PASSWORD } from '@contract'

interface Problem {
  key: 'tooShort' | 'tooLong' | 'needEmail' | 'badEmail' | 'needCode' | 'passwordMissing'
  values?: Record<string, number>
}

/** A name with its limits. */
export function nameProblem(text: string, limits: { min: number; max: number }): Problem | null {
  const { length } = text.trim()
  if (length < limits.min) return { key: 'tooShort', values: { min: limits.min } }
  return length > limits.max ? { key: 'tooLong', values: { max: limits.max } } : null
}

export const companyProblem = (text: string): Problem | null => nameProblem(text, COMPANY_NAME)
export const personProblem = (text: string): Problem | null => nameProblem(text, USER_NAME)

export function emailProblem(text: string): Problem | null {
  if (text.trim() === '') return { key: 'needEmail' }
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) ? null : { key: 'badEmail' }
}

/** What is missing of a password while it is typed. */
export function passwordProblem(text: string): Problem | null {
  if (text.length < USER_PASSWORD.min)
    return { key: 'passwordMissing', values: { count: USER_PASSWORD.min - text.length } }
  return text.length > USER_PASSWORD.max ? { key: 'tooLong', values: { max: USER_PASSWORD.max } } : null
}

export const codeProblem = (text: string): Problem | null => (text.trim() === '' ? { key: 'needCode' } : null)

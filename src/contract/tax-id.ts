/** CPF and CNPJ: Brazilian tax numbers with two check digits. */

function checkDigit(digits: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

const isRepeated = (digits: string): boolean => /^(\d)\1*$/.test(digits)

/** @param digits eleven digits. */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || isRepeated(digits)) return false
  const first = checkDigit(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2])
  const second = checkDigit(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  return digits.endsWith(`${first}${second}`)
}

/** @param digits fourteen digits. */
export function isCnpj(digits: string): boolean {
  if (!/^\d{14}$/.test(digits) || isRepeated(digits)) return false
  const first = checkDigit(digits, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
  const second = checkDigit(digits, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
  return digits.endsWith(`${first}${second}`)
}

/** The one valid CPF or CNPJ within what somebody wrote, as digits; null when there is none. */
export function taxIdIn(text: string): string | null {
  const found = text.match(/\d[\d.\-/ ]{9,20}\d/g) ?? []
  const digits = found.map(one => one.replace(/\D/g, '')).filter(one => isCpf(one) || isCnpj(one))
  return digits.length === 1 ? (digits[0] ?? null) : null
}

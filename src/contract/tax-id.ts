/** CPF and CNPJ: Brazilian tax numbers with two check digits. Since July 2026 a CNPJ has letters too. */

/** Letters count by their code, as digits do: "0" is 0, "A" is 17. */
function checkDigit(characters: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, at) => total + weight * (characters.charCodeAt(at) - 48), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

const isRepeated = (characters: string): boolean => /^(.)\1*$/.test(characters)

/** @param digits eleven digits. */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || isRepeated(digits)) return false
  const first = checkDigit(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2])
  const second = checkDigit(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  return digits.endsWith(`${first}${second}`)
}

/** @param characters twelve digits or capital letters, and two check digits. */
export function isCnpj(characters: string): boolean {
  if (!/^[\dA-Z]{12}\d{2}$/.test(characters) || isRepeated(characters)) return false
  const first = checkDigit(characters, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
  const second = checkDigit(characters, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
  return characters.endsWith(`${first}${second}`)
}

/** What may be a CNPJ within a text, with its signs or without; its check digits have to tell. */
export const LIKE_CNPJ =
  /(?<![\p{L}\p{N}_.])[\dA-Z]{2}[. ]?[\dA-Z]{3}[. ]?[\dA-Z]{3}[/ ]?[\dA-Z]{4}[- ]?\d{2}(?![\p{L}\p{N}_])/giu

/** @returns a CPF or CNPJ without its signs, letters as capitals; not checked. */
export const bareTaxId = (typed: string): string => typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** The one valid CPF or CNPJ within what somebody wrote, without its signs; null when there is none. */
export function taxIdIn(text: string): string | null {
  const found = [...(text.match(/\d[\d.\-/ ]{9,20}\d/g) ?? []), ...(text.match(LIKE_CNPJ) ?? [])]
  const [only, ...others] = new Set(found.map(bareTaxId).filter(one => isCpf(one) || isCnpj(one)))
  return others.length === 0 ? (only ?? null) : null
}

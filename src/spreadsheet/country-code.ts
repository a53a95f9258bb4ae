/**
 * Numbers that a spreadsheet gives without their country. Brazilian ones are known by their area code and length; of all
 * others nobody knows which country is meant. Pure.
 */

/** Time zones of Brazil: a company whose clock is one of them is taken to write to Brazilian numbers. */
const BRAZIL: ReadonlySet<string> = new Set(
  [
    'Araguaina',
    'Bahia',
    'Belem',
    'Boa_Vista',
    'Campo_Grande',
    'Cuiaba',
    'Eirunepe',
    'Fortaleza',
    'Maceio',
    'Manaus',
    'Noronha',
    'Porto_Acre',
    'Porto_Velho',
    'Recife',
    'Rio_Branco',
    'Santarem',
    'Sao_Paulo',
  ].map(city => `America/${city}`),
)
export const isBrazil = (zone: string): boolean => BRAZIL.has(zone) || zone.startsWith('Brazil/')

/** Area codes there are (Anatel): 10, 20, 23 and their like belong to nobody. */
const AREA = '(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[13-579]|8[1-9]|9[1-9])'
/** Area code with a mobile number of nine digits or a number of eight, with or without the 0 dialled before it. */
const NATIONAL = new RegExp(`^0?(${AREA}(?:9\\d{8}|[2-9]\\d{7}))$`)

/**
 * A Brazilian number with its country code, where it came without one.
 * @param typed as the cell has it. One that begins with + or 00 names its country already.
 * @returns its digits with 55 in front; null for everything else, which stays as it is.
 */
export function withBrazil(typed: string): string | null {
  const text = typed.normalize('NFKC').trim()
  if (/^(?:\+|00)/.test(text) || /[^\d\s().\-/\u2010-\u2015]/u.test(text)) return null
  const [, national] = NATIONAL.exec(text.replace(/\D/g, '')) ?? []
  return national === undefined ? null : `55${national}`
}

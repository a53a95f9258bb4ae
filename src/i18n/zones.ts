/** Time zones as people name and search them. Pure. */
import { LANGUAGE_TAGS, type Language } from './languages'

/** Cities whose IANA names lack their accents, of the countries this console is used in most. */
const WRITTEN: Readonly<Record<string, string>> = {
  'America/Araguaina': 'Araguaína',
  'America/Asuncion': 'Asunción',
  'America/Belem': 'Belém',
  'America/Bogota': 'Bogotá',
  'America/Cuiaba': 'Cuiabá',
  'America/Eirunepe': 'Eirunepé',
  'America/Maceio': 'Maceió',
  'America/Noronha': 'Fernando de Noronha',
  'America/Panama': 'Panamá',
  'America/Santarem': 'Santarém',
  'America/Sao_Paulo': 'São Paulo',
}

/** What stands around the name of a region's time, by language: "Horário Padrão de Brasília". */
const AROUND: Readonly<Record<Language, RegExp>> = {
  pt: /^horário (?:padrão )?(?:d[aeo]s? )?/i,
  es: /^hora (?:estándar )?(?:del? )?(?:l[ao]s? )?/i,
  en: /(?: standard)? time$/i,
}

function regionOf(language: Language, zone: string): string {
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[language], {
    timeZone: zone,
    timeZoneName: 'longGeneric',
  })
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return /^(?:GMT|UTC)/.test(name) ? '' : name.replace(AROUND[language], '')
}

const named = new Map<string, string>()

/**
 * A time zone by its city and the name of its time: "São Paulo (Brasília)".
 * @param zone an IANA name; one that this computer does not know is shown as it is.
 */
export function zoneName(language: Language, zone: string): string {
  const key = `${language} ${zone}`
  const known = named.get(key)
  if (known !== undefined) return known
  const city = WRITTEN[zone] ?? zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  let region = ''
  try {
    region = regionOf(language, zone)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  const name = region === '' || region === city ? city : `${city} (${region})`
  named.set(key, name)
  return name
}

/** Rows of a picker of time zones, by name; searched by the IANA name, too. @param chosen stays in it, whatever it is. */
export function zoneOptions(
  language: Language,
  chosen: string,
): { value: string; label: string; about: string }[] {
  const zones = [...new Set([chosen, ...Intl.supportedValuesOf('timeZone')])]
  return zones
    .map(zone => ({ value: zone, label: zoneName(language, zone), about: zone.replaceAll('_', ' ') }))
    .toSorted((a, b) => (a.label < b.label ? -1 : 1))
}

/**
 * Variables of quick answers and scheduled messages: first name, name, greeting by time of day, protocol, hour. One
 * definition for the composer and the workspace. Pure.
 */
import { fold } from './fold'
import { clockIn } from './time-zone'

/** What the variables of a text stand for. */
export interface Variables {
  firstName: string
  name: string
  greeting: string
  protocol: string
  hour: string
}

/** The form each variable is written in when it is inserted. */
export const VARIABLE_FORMS: readonly (readonly [key: keyof Variables, form: string])[] = [
  ['firstName', '{{firstName}}'],
  ['name', '{{name}}'],
  ['greeting', '{{ms}}'],
  ['protocol', '{{protocol}}'],
  ['hour', '{{hora}}'],
]

const two = (value: number): string => String(value).padStart(2, '0')

/**
 * Part of the day of a greeting, by the company's clock: morning until noon, afternoon until six, evening until six in
 * the morning. The greeting on accepting and the variable of a text both follow it.
 * @param zone the company's time zone (setting `timezone`); empty or unknown reads as DEFAULT_TIME_ZONE.
 */
export function dayPart(at: Date, zone: string): 'morning' | 'afternoon' | 'evening' {
  const { hour } = clockIn(zone, at)
  if (hour >= 6 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}

/** Customers are greeted in the product's default language, whatever a console speaks. */
export const GREETINGS = { morning: 'Bom dia', afternoon: 'Boa tarde', evening: 'Boa noite' } as const

/** What a customer is told when somebody accepts the ticket. @param daytime how people are greeted at this hour. */
export const acceptedText = (daytime: string, customer: string, agent: string): string =>
  `${daytime}${customer && `, ${customer}`}! Meu nome é *${agent}* e vou continuar o seu atendimento.`

/**
 * Variables of a conversation at an instant.
 * @param name as the customer gave it (`givenName`); '' without one.
 * @param greetings words for the parts of the day.
 * @param zone the company's time zone.
 * @returns the protocol as yyyymmddhhmmss and the hour as HH:mm, both by the company's clock.
 */
export function variablesFor(
  name: string,
  at: Date,
  greetings: Record<ReturnType<typeof dayPart>, string>,
  zone: string,
): Variables {
  const { year, month, day, hour, minute, second } = clockIn(zone, at)
  return {
    firstName: name.trim().split(/\s+/, 1)[0] ?? '',
    name: name.trim(),
    greeting: greetings[dayPart(at, zone)],
    protocol: `${year}${two(month)}${two(day)}${two(hour)}${two(minute)}${two(second)}`,
    hour: `${two(hour)}:${two(minute)}`,
  }
}

/** Names a variable is known by; the misspelt ones are those legacy servers use. */
const NAMES: Record<string, keyof Variables> = {
  firstname: 'firstName',
  primeironome: 'firstName',
  name: 'name',
  nome: 'name',
  greeting: 'greeting',
  gretting: 'greeting',
  saudacao: 'greeting',
  ms: 'greeting',
  protocol: 'protocol',
  protocolo: 'protocol',
  hour: 'hour',
  hora: 'hour',
}

const VARIABLE = /\{\{\s*(\p{L}+)\s*\}\}/gu
/** A customer's name, with the space before it and the commas around it. */
const PERSON = /(,? )?\{\{\s*(firstname|primeironome|name|nome)\s*\}\}(, ?)?/giu

/**
 * Fills `{{variables}}`; one that is not known stays as it is, so that the writer sees it. A name that there is not goes with its
 * space, or with its comma at the start of a line: "Olá {{nome}}!" is "Olá!".
 */
export function fillVariables(text: string, variables: Variables): string {
  const filled = (name: string): string | undefined => {
    const known = NAMES[fold(name)]
    return known && variables[known]
  }
  return text
    .replace(PERSON, (whole, before = '', name: string, comma = '', at: number) => {
      if (filled(name) !== '') return whole
      return before === '' && /(^|\n)$/.test(text.slice(0, at)) ? '' : comma
    })
    .replace(VARIABLE, (whole, name: string) => filled(name) ?? whole)
}

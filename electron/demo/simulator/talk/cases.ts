/** What a customer writes about: one person, one concern, and the figures that belong to it. */
import { type Person, person } from '../people'
import type { Random } from '../random'

export const TOPICS = [
  'delivery',
  'slip',
  'pix',
  'defect',
  'exchange',
  'sale',
  'access',
  'taxNote',
  'cancel',
  'hours',
] as const
export type Topic = (typeof TOPICS)[number]

/** Queue of the demo company that takes care of a topic. */
export const QUEUE_OF: Readonly<Record<Topic, 'Suporte' | 'Vendas' | 'Financeiro' | 'Entregas'>> = {
  delivery: 'Entregas',
  slip: 'Financeiro',
  pix: 'Financeiro',
  defect: 'Suporte',
  exchange: 'Entregas',
  sale: 'Vendas',
  access: 'Suporte',
  taxNote: 'Financeiro',
  cancel: 'Vendas',
  hours: 'Vendas',
}

export interface Case {
  person: Person
  topic: Topic
  /** Order number, digits. */
  order: string
  /** With the indefinite article: "uma cafeteira expressa". */
  product: string
  /** Amount in centavos. */
  cents: number
  /** "R$ 189,90". */
  value: string
  /** Carrier's tracking code. */
  tracking: string
  /** A weekday in Portuguese. */
  weekday: string
  /** Days something takes. */
  days: number
  /** CPF-shaped figure whose check digits never match: nobody's document. */
  document: string
}

/** With their article, because Portuguese needs it. */
const PRODUCTS = [
  'um tênis de corrida azul',
  'uma cafeteira expressa',
  'um fone de ouvido sem fio',
  'uma mochila executiva',
  'uma luminária de mesa',
  'um liquidificador 900 W',
  'uma jaqueta impermeável',
  'uma cadeira de escritório',
  'uma garrafa térmica 1 L',
  'um teclado mecânico',
  'uma panela de pressão 6 L',
  'um relógio esportivo',
  'um jogo de lençol queen',
  'um ventilador de coluna',
  'uma caixa de som portátil',
] as const
const WEEKDAYS = ['segunda', 'terça', 'quarta', 'quinta', 'sexta'] as const

/** "R$ 1.234,56" of an amount in centavos. */
export function money(cents: number): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, '.')
  return `R$ ${whole},${String(cents % 100).padStart(2, '0')}`
}

/** A concern of somebody. Leave `who` out for somebody new. */
export function newCase(random: Random, topic: Topic, who?: Person): Case {
  const cents = random.int(29, 890) * 100 + random.pick([0, 50, 90, 99])
  const digits = (count: number): string => Array.from({ length: count }, () => random.int(0, 9)).join('')
  return {
    person: who ?? person(random),
    topic,
    order: String(random.int(41_000, 98_999)),
    product: random.pick(PRODUCTS),
    cents,
    value: money(cents),
    tracking: `TN${digits(9)}BR`,
    weekday: random.pick(WEEKDAYS),
    days: random.int(2, 7),
    document: `000.${digits(3)}.${digits(3)}-00`,
  }
}

const SLOT = /\{(\w+)\}/g

/**
 * Puts the case's words into a phrase: {name} {first} {order} {product} {aProduct} {theProduct} {TheProduct} {value} {tracking}
 * {weekday} {days} {document} {address} {city} {email} {number}, {obrigado} in the person's gender, and whatever
 * `more` adds (the seed adds {agent} and {company}).
 * @throws Error for a slot nobody knows: a mistake in a phrase.
 */
export function fill(phrase: string, c: Case, more: Readonly<Record<string, string>> = {}): string {
  const words: Record<string, string> = {
    name: c.person.name,
    first: c.person.first,
    number: c.person.number,
    address: c.person.address,
    city: c.person.city,
    email: c.person.email,
    order: c.order,
    product: c.product.replace(/^uma? /, ''),
    aProduct: c.product,
    TheProduct: c.product.replace(/^uma /, 'A ').replace(/^um /, 'O '),
    theProduct: c.product.replace(/^u/, '').replace(/^ma /, 'a ').replace(/^m /, 'o '),
    obrigado: c.person.female ? 'obrigada' : 'obrigado',
    value: c.value,
    tracking: c.tracking,
    weekday: c.weekday,
    days: String(c.days),
    document: c.document,
    ...more,
  }
  return phrase.replace(SLOT, (_, slot: string) => {
    const word = words[slot]
    if (word === undefined) throw new Error(`No such slot: ${slot}`)
    return word
  })
}

const GREETING = /\b(bom dia|boa tarde|boa noite)(?=[!,.]|$)/gi
const NOON = 12
const EVENING = 18
const MORNING = 5

/**
 * Corrects a greeting to the hour at which it is said; "tenha um bom dia" stays as it is.
 * @param at milliseconds since the epoch; the hour is the machine's local one.
 */
export function timely(text: string, at: number): string {
  const hour = new Date(at).getHours()
  const right = hour < MORNING || hour >= EVENING ? 'boa noite' : hour < NOON ? 'bom dia' : 'boa tarde'
  return text.replace(GREETING, (said, _word, offset: number) => {
    if (/(um|uma|ótimo|ótima)\s$/.test(text.slice(0, offset))) return said
    return said.startsWith('B') ? right.charAt(0).toUpperCase() + right.slice(1) : right
  })
}

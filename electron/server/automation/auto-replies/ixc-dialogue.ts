/**
 * The dialogue of an integration with IXC as a pure state machine: what happened in, what is said and what is to be done
 * next out. Nothing is asked or sent here.
 */
import type { HandoverReason } from '@contract'
import { taxIdIn } from '@contract'
import type { IxcBill, IxcCustomer } from '../../platform/providers/ixc'
import type { IxcFact } from './ixc-proof'
import { wantsPerson } from './reasons'

export interface IxcState {
  /** `proof`: who writes has to show that the record is theirs. */
  step: 'begin' | 'document' | 'proof' | 'bills'
  /** Answers in a row that led nowhere. */
  misses: number
  customer: IxcCustomer | null
  bills: IxcBill[]
  /** Bills that were chosen together and are not sent yet. */
  chosen: IxcBill[]
  /** Contract that may be unlocked on trust. */
  blocked: string | null
  /** Contract the provider was asked to unlock, while its answer is not known: it is never asked twice. */
  unlocking: string | null
}

export const IXC_START: IxcState = {
  step: 'begin',
  misses: 0,
  customer: null,
  bills: [],
  chosen: [],
  blocked: null,
  unlocking: null,
}

export type IxcEvent =
  | { kind: 'said'; text: string }
  /** `known`: from a phone of the record; else `facts` may be asked. */
  | { kind: 'customer'; customer: IxcCustomer | null; known: boolean; facts: readonly IxcFact[] }
  /** `spent`: too many tries of this phone, or at this record. */
  | { kind: 'proved'; outcome: 'right' | 'wrong' | 'spent' }
  | { kind: 'account'; bills: IxcBill[]; blocked: string | null }
  | { kind: 'bill'; bill: IxcBill; pix: string | null }
  | { kind: 'unlocked'; done: boolean }

export type IxcAction =
  | { kind: 'findCustomer'; document: string }
  | { kind: 'prove'; customerId: string; said: string }
  | { kind: 'readAccount'; customerId: string }
  | { kind: 'sendBill'; bill: IxcBill }
  | { kind: 'unlock'; contractId: string }
  | { kind: 'person'; reason: HandoverReason }

export interface IxcStep {
  state: IxcState
  replies: string[]
  /** null: the customer's next words are waited for. */
  action: IxcAction | null
}

/** Answers in a row that lead nowhere before a person goes on. */
const MOST_MISSES = 3
const ASK =
  'Olá! Para localizar o seu cadastro, envie o CPF ou o CNPJ do titular. Se preferir falar com uma pessoa, digite *0*.'

const PROOF: Record<IxcFact, string> = {
  birthDate: 'a *data de nascimento* do titular (dia/mês/ano)',
  email: 'o *e-mail* do cadastro',
}
const proofWords = (facts: readonly IxcFact[]): string =>
  `Para a segurança do titular, informe ${facts.map(fact => PROOF[fact]).join(' ou ')}. Se preferir, digite *0* para falar com uma pessoa.`

const real = (cents: number): string =>
  `R$ ${(cents / 100)
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+(?!\d))/g, '.')}`
const day = (date: string): string => date.split('-').reverse().join('/')
const firstName = (name: string): string => name.trim().split(/\s+/, 1)[0] ?? ''

/** @param today YYYY-MM-DD by the company's clock. */
function menu(state: IxcState, today: string): string {
  const lines = state.bills.map(({ cents, dueDate }, at) => {
    const due =
      dueDate === '' ? '' : dueDate < today ? `, venceu em ${day(dueDate)}` : `, vence em ${day(dueDate)}`
    return `*${at + 1}* - ${real(cents)}${due}`
  })
  return [
    ...lines,
    ...(state.blocked === null ? [] : ['*D* - Desbloqueio de confiança']),
    '*0* - Falar com uma pessoa',
  ].join('\n')
}

const person = (state: IxcState, reason: HandoverReason, replies: string[] = []): IxcStep => ({
  state,
  replies,
  action: { kind: 'person', reason },
})

/** An answer that led nowhere: said again a few times, then a person goes on. */
function miss(state: IxcState, reason: HandoverReason, words: string): IxcStep {
  const misses = state.misses + 1
  if (misses >= MOST_MISSES) return person({ ...state, misses }, reason)
  return { state: { ...state, misses }, replies: [words], action: null }
}

/** The bills that numbers of the menu name: "2", "1 e 3", "1,2", or one number in each of several messages. */
function chosenIn(said: string, bills: readonly IxcBill[]): IxcBill[] {
  const isChoice = /^\d{1,2}([\s,;+&e]+\d{1,2})*$/i.test(said)
  const numbers = isChoice ? [...new Set((said.match(/\d+/g) ?? []).map(Number))] : []
  const found = numbers.flatMap(number => bills[number - 1] ?? [])
  // One number that is none of the menu makes all of it unclear.
  return found.length === numbers.length ? found : []
}

function stepAfter(state: IxcState, text: string, today: string): IxcStep {
  const typed = text.trim()
  if (state.step === 'begin') {
    const document = taxIdIn(typed)
    const asking: IxcState = { ...state, step: 'document' }
    if (document) return { state: asking, replies: [], action: { kind: 'findCustomer', document } }
    return wantsPerson(typed) ? person(asking, 'customer') : { state: asking, replies: [ASK], action: null }
  }
  // Who proved nothing is not named to whoever takes over as the holder.
  if (typed === '0' || wantsPerson(typed))
    return person(state.step === 'proof' ? { ...state, customer: null } : state, 'customer')
  if (state.step === 'document') {
    const document = taxIdIn(typed)
    if (document) return { state, replies: [], action: { kind: 'findCustomer', document } }
    return miss(
      state,
      'document',
      'Este CPF ou CNPJ não é válido. Confira e envie de novo, ou digite *0* para falar com uma pessoa.',
    )
  }
  if (state.step === 'proof')
    return state.customer === null
      ? person(state, 'proof')
      : { state, replies: [], action: { kind: 'prove', customerId: state.customer.id, said: typed } }
  const [bill, ...chosen] = chosenIn(typed, state.bills)
  if (bill) return { state: { ...state, chosen, misses: 0 }, replies: [], action: { kind: 'sendBill', bill } }
  if (/^d(esbloque\w*)?$/i.test(typed) && state.blocked !== null)
    return {
      state: { ...state, unlocking: state.blocked, misses: 0 },
      replies: [],
      action: { kind: 'unlock', contractId: state.blocked },
    }
  return miss(state, 'choice', `Não entendi. Responda com uma das opções:\n\n${menu(state, today)}`)
}

/**
 * One step.
 * @param event what the customer said, or what an action brought.
 * @param today YYYY-MM-DD by the company's clock: whether a bill is overdue.
 */
export function ixcStep(state: IxcState, event: IxcEvent, today: string): IxcStep {
  switch (event.kind) {
    case 'said':
      return stepAfter(state, event.text, today)
    case 'customer': {
      const { customer, known, facts } = event
      if (customer && known)
        return {
          state: { ...state, customer, misses: 0 },
          replies: [],
          action: { kind: 'readAccount', customerId: customer.id },
        }
      if (customer && facts.length === 0)
        return person(state, 'proof', ['Este atendimento segue com uma pessoa da equipe.'])
      // The misses before count on: documents are not tried out one after another.
      if (customer)
        return { state: { ...state, customer, step: 'proof' }, replies: [proofWords(facts)], action: null }
      return miss(
        state,
        'unknown',
        'Não encontrei um cadastro com este documento. Confira e envie de novo, ou digite *0* para falar com uma pessoa.',
      )
    }
    case 'proved': {
      if (event.outcome === 'right' && state.customer)
        return {
          state: { ...state, misses: 0 },
          replies: [],
          action: { kind: 'readAccount', customerId: state.customer.id },
        }
      const nobody: IxcState = { ...state, customer: null }
      const over = 'Não foi possível confirmar os dados. Este atendimento segue com uma pessoa da equipe.'
      if (event.outcome === 'spent' || state.misses + 1 >= MOST_MISSES) return person(nobody, 'proof', [over])
      return miss(
        state,
        'proof',
        'Os dados não conferem com o cadastro. Confira e envie de novo, ou digite *0* para falar com uma pessoa.',
      )
    }
    case 'account': {
      const { bills, blocked } = event
      const next: IxcState = { ...state, step: 'bills', bills, blocked, misses: 0 }
      const hello = `Olá, ${firstName(state.customer?.name ?? '')}! `
      const words =
        bills.length === 0
          ? `${hello}Não há faturas em aberto no seu cadastro.`
          : bills.length === 1
            ? `${hello}Esta é a sua fatura em aberto. Digite *1* para receber.`
            : `${hello}Estas são as suas faturas em aberto. Quais você quer receber? Para mais de uma: *1, 2*.`
      return { state: next, replies: [`${words}\n\n${menu(next, today)}`], action: null }
    }
    case 'bill': {
      const pix =
        event.pix === null ? [] : ['Para pagar com Pix, copie o código da próxima mensagem:', event.pix]
      const [next, ...chosen] = state.chosen
      if (next) return { state: { ...state, chosen }, replies: pix, action: { kind: 'sendBill', bill: next } }
      const more = `Posso ajudar em algo mais?\n\n${menu(state, today)}`
      return { state, replies: [...pix, more], action: null }
    }
    case 'unlocked': {
      const settled: IxcState = { ...state, unlocking: null }
      if (!event.done) return person(settled, 'unlock', ['Não foi possível liberar o acesso agora.'])
      const next: IxcState = { ...settled, blocked: null }
      const words =
        'Pronto! O seu acesso foi liberado em confiança. Se a conexão não voltar, reinicie o roteador.'
      return { state: next, replies: [`${words}\n\n${menu(next, today)}`], action: null }
    }
  }
}

/**
 * The dialogue of an IXC integration as a pure state machine: an event goes in; what to say and what to do next come
 * out.
 */
import type { HandoverReason } from '@contract'
import { taxIdIn } from '@contract'
import type { IxcBill, IxcCustomer } from '../../platform/providers/ixc'
import type { IxcFact } from './ixc-proof'
import { asksForPerson } from './reasons'

export interface IxcState {
  /** `proof`: the customer has to prove that the record is theirs. */
  step: 'begin' | 'document' | 'proof' | 'bills'
  /** Consecutive answers that led nowhere. */
  misses: number
  customer: IxcCustomer | null
  bills: IxcBill[]
  /** Bills that were chosen together and are not sent yet. */
  chosen: IxcBill[]
  /** The contract that may be unlocked on trust. */
  blocked: string | null
  /** The contract whose unlocking was requested and not confirmed: it is never requested twice. */
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
  /** `known`: the phone is in the record; otherwise `facts` may be asked. */
  | { kind: 'customer'; customer: IxcCustomer | null; known: boolean; facts: readonly IxcFact[] }
  /** `spent`: too many tries by this phone, or for this record. */
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
  /** null: the dialogue waits for the customer. */
  action: IxcAction | null
}

/** Consecutive answers that lead nowhere before a person takes over. */
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

/** An answer that led nowhere: the question is repeated a few times, then a person takes over. */
function miss(state: IxcState, reason: HandoverReason, words: string): IxcStep {
  const misses = state.misses + 1
  if (misses >= MOST_MISSES) return person({ ...state, misses }, reason)
  return { state: { ...state, misses }, replies: [words], action: null }
}

/** The bills a customer chose by number: "2", "1 e 3", "1,2", or one number in each of several messages. */
function chosenIn(said: string, bills: readonly IxcBill[]): IxcBill[] {
  const isChoice = /^\d{1,2}([\s,;+&e]+\d{1,2})*$/i.test(said)
  const numbers = isChoice ? [...new Set((said.match(/\d+/g) ?? []).map(Number))] : []
  const found = numbers.flatMap(number => bills[number - 1] ?? [])
  // One number outside the menu makes the whole choice unclear.
  return found.length === numbers.length ? found : []
}

function stepAfter(state: IxcState, text: string, today: string): IxcStep {
  const typed = text.trim()
  if (state.step === 'begin') {
    const document = taxIdIn(typed)
    const asking: IxcState = { ...state, step: 'document' }
    if (document) return { state: asking, replies: [], action: { kind: 'findCustomer', document } }
    return asksForPerson(typed) ? person(asking, 'customer') : { state: asking, replies: [ASK], action: null }
  }
  // A customer who proved nothing is not presented to the agent as the holder.
  if (typed === '0' || asksForPerson(typed))
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
 * One step of the dialogue.
 * @param event what the customer said, or the result of an action.
 * @param today YYYY-MM-DD by the company's clock: decides whether a bill is overdue.
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
      // Earlier misses keep counting, so that nobody can try out documents.
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

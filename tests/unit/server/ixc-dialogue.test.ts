/** What an integration with IXC says and does next. */

import { isCnpj, isCpf, taxIdIn } from '@contract'
import { describe, expect, it } from 'vitest'
import {
  IXC_START,
  type IxcEvent,
  type IxcState,
  ixcStep,
} from '../../../electron/server/automation/auto-replies/ixc-dialogue'
import { isKnownPhone, proves } from '../../../electron/server/automation/auto-replies/ixc-proof'
import { wantsPerson } from '../../../electron/server/automation/auto-replies/reasons'
import { centsOf, documentText, type IxcBill } from '../../../electron/server/platform/providers/ixc'

const TODAY = '2026-11-22'
const CPF = '52998224725'
const bills = [
  { id: '900', cents: 9_990, dueDate: '2026-11-10' },
  { id: '901', cents: 123_456, dueDate: '2026-12-10' },
]
/** Plays events from the beginning; answers the last step. */
function play(...events: (IxcEvent | string)[]) {
  let state: IxcState = IXC_START
  let last = ixcStep(state, { kind: 'said', text: 'oi' }, TODAY)
  state = last.state
  for (const event of events) {
    last = ixcStep(state, typeof event === 'string' ? { kind: 'said', text: event } : event, TODAY)
    state = last.state
  }
  return last
}
const maria = { id: '12', name: 'Maria da Silva' }
const found: IxcEvent = { kind: 'customer', customer: maria, known: true, facts: [] }
const account: IxcEvent = { kind: 'account', bills, blocked: '55' }

describe('the dialogue', () => {
  it('asks for CPF or CNPJ, and takes one that stands in the first words', () => {
    expect(play()).toMatchObject({ action: null, state: { step: 'document' } })
    expect(play().replies[0]).toContain('CPF ou o CNPJ')
    const first = ixcStep(IXC_START, { kind: 'said', text: 'segunda via 529.982.247-25' }, TODAY)
    expect(first.action).toEqual({ kind: 'findCustomer', document: CPF })
  })

  it('does not ask the provider about a number that is none, and hands over after three', () => {
    expect(play('12345678900')).toMatchObject({ action: null, state: { misses: 1 } })
    expect(play('1', '2', '3').action).toEqual({ kind: 'person', reason: 'document' })
    const nobody: IxcEvent = { kind: 'customer', customer: null, known: false, facts: [] }
    expect(play(CPF, nobody)).toMatchObject({ action: null, state: { misses: 1 } })
    expect(play(CPF, nobody, CPF, nobody, CPF, nobody).action).toEqual({ kind: 'person', reason: 'unknown' })
  })

  it('lists open bills with amount and day, sends the chosen one with its Pix code', () => {
    expect(play(CPF, found).action).toEqual({ kind: 'readAccount', customerId: '12' })
    const list = play(CPF, found, account).replies.join('\n')
    expect(list).toMatch(/Olá, Maria!/)
    expect(list).toContain('*1* - R$ 99,90, venceu em 10/11/2026')
    expect(list).toContain('*2* - R$ 1.234,56, vence em 10/12/2026')
    expect(play(CPF, found, account, '2').action).toEqual({ kind: 'sendBill', bill: bills[1] })
    const [first] = bills
    const sent = play(CPF, found, account, '1', { kind: 'bill', bill: first as never, pix: '000201PIX' })
    expect(sent.replies).toContain('000201PIX')
    expect(play(CPF, found, { kind: 'account', bills: [], blocked: null }).replies[0]).toContain(
      'Não há faturas em aberto',
    )
  })

  it('sends several that are chosen together, one after another, and says what else there is once', () => {
    const [first, second] = bills as [IxcBill, IxcBill]
    for (const said of ['1, 2', '1 e 2', '1 2', '1\n2', '2+1'])
      expect(play(CPF, found, account, said)).toMatchObject({
        action: { kind: 'sendBill' },
        state: { chosen: [expect.anything()] },
      })
    const next = play(CPF, found, account, '1 e 2', { kind: 'bill', bill: first, pix: 'PIX1' })
    expect([next.action, next.replies.at(-1)]).toEqual([{ kind: 'sendBill', bill: second }, 'PIX1'])
    const done = play(
      CPF,
      found,
      account,
      '1 e 2',
      { kind: 'bill', bill: first, pix: 'PIX1' },
      { kind: 'bill', bill: second, pix: null },
    )
    expect([done.action, done.replies]).toEqual([null, [expect.stringContaining('algo mais')]])
    // A number that is none of the menu is asked about, and nothing is sent.
    expect(play(CPF, found, account, '1 e 7')).toMatchObject({
      action: null,
      state: { chosen: [], misses: 1 },
    })
    expect(play(CPF, found, account, '1 ou 2').action).toBeNull()
  })

  it('unlocks on trust only where something is blocked, once', () => {
    expect(play(CPF, found, account, 'd')).toMatchObject({
      action: { kind: 'unlock', contractId: '55' },
      // Kept before the provider is told: whoever goes on after a kill does not tell it again.
      state: { unlocking: '55' },
    })
    const done = play(CPF, found, account, 'D', { kind: 'unlocked', done: true })
    expect(done.state).toMatchObject({ unlocking: null, blocked: null })
    expect(done.replies.join()).not.toContain('*D*')
    expect(play(CPF, found, { ...account, blocked: null } as IxcEvent, 'd')).toMatchObject({ action: null })
    expect(play(CPF, found, account, 'd', { kind: 'unlocked', done: false }).action).toEqual({
      kind: 'person',
      reason: 'unlock',
    })
  })

  it('hands over whoever asks, and whoever chooses nothing three times', () => {
    expect(play('0').action).toEqual({ kind: 'person', reason: 'customer' })
    expect(play(CPF, found, account, 'quero falar com um atendente').action).toMatchObject({
      reason: 'customer',
    })
    expect(play(CPF, found, account, '7', 'x', '??').action).toEqual({ kind: 'person', reason: 'choice' })
  })
})

it.each([
  [CPF, true, false],
  ['52998224724', false, false],
  ['11111111111', false, false],
  ['11222333000181', false, true],
  ['11222333000180', false, false],
  ['00000000000000', false, false],
])('%s is a CPF: %s, a CNPJ: %s', (digits, cpf, cnpj) =>
  expect([isCpf(digits), isCnpj(digits)]).toEqual([cpf, cnpj]),
)

it('finds one tax number in a text, and writes it as the webservice keeps it', () => {
  expect(taxIdIn('é 529.982.247-25 obrigado')).toBe(CPF)
  expect(taxIdIn('11.222.333/0001-81')).toBe('11222333000181')
  expect(taxIdIn('52998224725 ou 11222333000181')).toBeNull()
  expect(taxIdIn('99999')).toBeNull()
  for (const typed of ['12.ABC.345/01DE-35', 'é 12ABC34501DE35.', '12abc34501de35'])
    expect(taxIdIn(typed)).toBe('12ABC34501DE35')
  expect(taxIdIn('12.ABC.345/01DE-34')).toBeNull()
  expect(documentText(CPF)).toBe('529.982.247-25')
  expect(documentText('11222333000181')).toBe('11.222.333/0001-81')
  expect([centsOf('129.90'), centsOf('129,90'), centsOf('x')]).toEqual([12_990, 12_990, 0])
})

it.each([
  ['Quero falar com uma pessoa', true],
  ['me passa pra um atendente por favor', true],
  ['HUMANO', true],
  ['quiero hablar con un asesor', true],
  ['Can I talk to a real person?', true],
  ['¿cuántas personas caben?', false],
  ['a table for two persons', false],
  ['is the human resources office open?', false],
  ['mi asesor fiscal pide la factura', false],
  ['Agent!', true],
  ['quantas pessoas cabem na mesa?', false],
  ['qual o preço do pão?', false],
])('%s asks for a person: %s', (text, wants) => expect(wantsPerson(text)).toBe(wants))

describe('whose record it is', () => {
  const stranger: IxcEvent = {
    kind: 'customer',
    customer: maria,
    known: false,
    facts: ['birthDate', 'email'],
  }
  const proved = (outcome: 'right' | 'wrong' | 'spent'): IxcEvent => ({ kind: 'proved', outcome })

  it('is asked of a phone the record does not name, before anything of it is said', () => {
    const asked = play(CPF, stranger)
    expect(asked).toMatchObject({ action: null, state: { step: 'proof' } })
    expect(asked.replies.join()).toMatch(/data de nascimento.*e-mail/)
    expect(asked.replies.join()).not.toMatch(/Maria|Silva|fatura/)
    expect(play(CPF, stranger, '07/03/1985').action).toEqual({
      kind: 'prove',
      customerId: '12',
      said: '07/03/1985',
    })
    // No way round it: not a number of the menu, not another document.
    for (const words of ['1', 'D', CPF]) expect(play(CPF, stranger, words).action?.kind).toBe('prove')
    expect(play(CPF, stranger, 'x', proved('right')).action).toEqual({
      kind: 'readAccount',
      customerId: '12',
    })
  })

  it('goes to a person who is told of no holder, after three wrong answers or too many tries', () => {
    const wrong = ['x', proved('wrong')] as const
    expect(play(CPF, stranger, ...wrong)).toMatchObject({ action: null, state: { misses: 1 } })
    for (const end of [
      play(CPF, stranger, ...wrong, ...wrong, ...wrong),
      play(CPF, stranger, 'x', proved('spent')),
    ])
      expect(end).toMatchObject({ action: { kind: 'person', reason: 'proof' }, state: { customer: null } })
    expect(play(CPF, stranger, '0')).toMatchObject({
      action: { reason: 'customer' },
      state: { customer: null },
    })
    const bare: IxcEvent = { kind: 'customer', customer: maria, known: false, facts: [] }
    expect(play(CPF, bare).action).toEqual({ kind: 'person', reason: 'proof' })
  })

  it('is shown by one fact of the record, and by no list of guesses', () => {
    const record = {
      ...maria,
      phones: ['(11) 98765-4321'],
      birthDate: '1985-03-07',
      email: 'Maria@Exemplo.com',
    }
    for (const words of ['07/03/1985', 'nasci em 7.3.1985', '07031985', '1985-03-07', ' maria@exemplo.com '])
      expect(proves(record, words), words).toBe(true)
    for (const words of ['', 'sim', '03/07/1985', '07/03/1985 08/03/1985', 'maria@exemplo.com a@b.c', '1985'])
      expect(proves(record, words), words).toBe(false)
    expect(proves({ ...record, birthDate: '', email: '' }, '')).toBe(false)
    for (const number of ['5511987654321', '551187654321']) expect(isKnownPhone(record, number)).toBe(true)
    expect(isKnownPhone(record, '5521987654321')).toBe(false)
    expect(isKnownPhone({ ...record, phones: [''] }, '')).toBe(false)
  })
})

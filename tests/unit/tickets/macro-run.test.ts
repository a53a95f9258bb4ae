import { type Step, whatsapp } from '@contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { runMacro, type StepResult, undoMacro } from '@/features/macros/run'
import { quickMessagesDirectory } from '@/stores/quick-messages'
import {
  absorbTickets,
  pinBelief,
  selectTicket,
  setTicketsSource,
  setViewer,
  whenTicketChanged,
} from '@/stores/tickets'
import { whatsappsDirectory } from '@/stores/whatsapps'
import { aTicket, at, aViewer } from '../stores/a-ticket'
import { ticketsFrom } from '../stores/tickets-source'

const ask = vi.fn<Parameters<typeof whenTicketChanged>[0]>()
const update = vi.fn(async () => aTicket(1, { status: 'closed', userId: 2, updatedAt: at(300) }))
const send = vi.fn(async () => ['gone'])
const mayPutAside = vi.fn(async () => false)
const steps: Step[] = [
  { kind: 'message', quickMessageId: 1 },
  { kind: 'resolve', silently: false },
]
const isSame = vi.fn(() => true)
const run = (done: readonly Step[] = steps) => {
  const tools = { actor: { id: 2, name: 'Ana' }, send, mayPutAside, isSame, nameOf: () => '' }
  return runMacro(done, 1, tools, () => {}, new AbortController().signal)
}
const states = (results: readonly StepResult[]) => results.map(({ state }) => state)

beforeEach(() => {
  vi.clearAllMocks()
  setViewer(aViewer())
  whenTicketChanged(ask)
  ticketsFrom({
    update,
    beginMacro: async () => {},
    endMacro: async () => {},
    undoResolve: async () => aTicket(1, { status: 'open', userId: 2, updatedAt: at(400) }),
  })
  const farewell = { id: 1, shortcode: 'tchau', message: 'Até logo!' }
  quickMessagesDirectory.use.setState({ items: [farewell] as never, status: 'ready' })
  absorbTickets([aTicket(1, { status: 'open', userId: 2 })], 0)
  selectTicket(1)
})
afterEach(() => {
  selectTicket(null)
  setViewer(null)
  setTicketsSource()
})

it('stops before anything leaves where the ticket went since it was opened and the person says no', async () => {
  const letGo = pinBelief(1)
  absorbTickets(
    [aTicket(1, { status: 'open', userId: 7, user: { id: 7, name: 'Bruno' }, updatedAt: at(200) })],
    0,
  )
  ask.mockResolvedValueOnce(false)
  const results = await run()
  letGo()
  expect(states(results)).toEqual(['failed', 'left'])
  expect(ask.mock.calls.map(([one]) => [one.act, one.now.user?.name])).toEqual([['macro', 'Bruno']])
  expect([send.mock.calls.length, update.mock.calls.length]).toEqual([0, 0])
})

it('taken back, it says what the customer keeps: the words that have left and the closing message', async () => {
  const letGo = pinBelief(1)
  const results = await run()
  letGo()
  expect(states(results)).toEqual(['done', 'done'])
  absorbTickets(
    [
      aTicket(1, {
        status: 'closed',
        userId: 2,
        fromMe: true,
        lastAuthorId: null,
        lastMessage: 'Atendimento encerrado.',
        updatedAt: at(301),
      }),
    ],
    0,
  )
  expect(await undoMacro(results)).toEqual({ failures: [], left: ['Até logo!', 'Atendimento encerrado.'] })
})

it('asks before it puts a ticket aside whose customer waits, unless it answers first', async () => {
  absorbTickets([aTicket(1, { status: 'open', userId: 2, waitingSince: at(1), updatedAt: at(150) })], 0)
  const results = await run([
    { kind: 'snooze', minutes: 60 },
    { kind: 'resolve', silently: true },
  ])
  expect([states(results), mayPutAside.mock.calls.length]).toEqual([['left', 'left'], 1])
  await run([
    { kind: 'message', quickMessageId: 1 },
    { kind: 'snooze', minutes: 60 },
  ])
  expect(mayPutAside).toHaveBeenCalledTimes(1)
})

it('a transfer that is taken back says both texts the customer was told of it by', async () => {
  const to = (queueId: number, lastMessage: string, second: number) =>
    aTicket(1, { queueId, lastMessage, fromMe: true, lastAuthorId: null, updatedAt: at(second) })
  update.mockResolvedValueOnce(to(6, 'Transferido para Vendas.', 310))
  update.mockResolvedValueOnce(to(5, 'Transferido para Suporte.', 320))
  const results = await run([{ kind: 'queue', queueId: 6 }])
  expect(await undoMacro(results)).toEqual({
    failures: [],
    left: ['Transferido para Vendas.', 'Transferido para Suporte.'],
  })
})

it('does nothing, and says why, while a colleague does a macro on the ticket', async () => {
  const busy = new ApiError('refused', 'ERR_MACRO_RUNNING', '', 409)
  const end = vi.fn(async () => {})
  ticketsFrom({
    beginMacro: async () => {
      throw busy
    },
    endMacro: end,
    update,
  })
  const results = await run()
  expect(results.map(({ state, error }) => [state, error])).toEqual([
    ['failed', busy],
    ['left', null],
  ])
  expect([send.mock.calls.length, update.mock.calls.length, end.mock.calls.length]).toEqual([0, 0, 0])
})

it('sends texts that follow one another as one message where the number joins them, a file apart', async () => {
  const answer = (id: number, message: string, more: object = {}) => ({
    id,
    shortcode: `a${id}`,
    message,
    menu: null,
    ...more,
  })
  const answers = [
    answer(1, 'Olá!'),
    answer(2, 'Segue a nota.'),
    answer(3, '', { mediaPath: '/media/1/nota.pdf' }),
  ]
  quickMessagesDirectory.use.setState({ items: answers as never, status: 'ready' })
  const number = whatsapp.parse({
    ...{ id: 5, name: 'Nuvem', status: 'CONNECTED', updatedAt: at(0) },
    ...{ joinsTexts: true, capabilities: ['pricedMessages'] },
  })
  absorbTickets([aTicket(1, { status: 'open', userId: 2, whatsappId: 5, updatedAt: at(100) })], 0)
  const texts = async (items: (typeof number)[]) => {
    whatsappsDirectory.use.setState({ items, status: 'ready' })
    send.mockClear()
    const results = await run(answers.map(({ id }) => ({ kind: 'message', quickMessageId: id })))
    expect(states(results)).toEqual(['done', 'done', 'done'])
    return (send.mock.calls as unknown as [unknown, { message: string }][]).map(([, { message }]) => message)
  }
  expect(await texts([number])).toEqual(['Olá!\n\nSegue a nota.', ''])
  expect(await texts([{ ...number, joinsTexts: false }])).toEqual(['Olá!', 'Segue a nota.', ''])
})

it('goes no further once the macro itself is changed, and says so', async () => {
  isSame.mockReturnValueOnce(true).mockReturnValueOnce(false)
  const results = await run([...steps, { kind: 'priority', priority: 'high' }])
  expect(states(results)).toEqual(['done', 'failed', 'left'])
  expect(results[1]?.error).toMatchObject({ code: 'MACRO_CHANGED' })
  expect([send.mock.calls.length, update.mock.calls.length]).toEqual([1, 0])
})

// @vitest-environment jsdom
import { type Schedule, schedule as scheduleSchema } from '@contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { SchedulesScreen } from '@/features/schedules'
import { useToastList } from '@/stores/toasts'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const DAY_MS = 86_400_000
// The calendar keeps the clock it found when it was loaded, and draws six weeks of a month: tomorrow is among them on any day.
const tomorrow = new Date((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS + 15 * 3_600_000)
const one = (id: number, over: object = {}): Schedule =>
  scheduleSchema.parse({
    id,
    body: 'Bom dia, {{firstName}}',
    sendAt: tomorrow.toISOString(),
    status: 'PENDENTE',
    contactId: 4,
    contact: { id: 4, name: 'Rita Souza' },
    userId: 1,
    ...over,
  })
let all: Schedule[] = []

async function open(at = '/schedules') {
  await openScreen(
    <Suspense fallback={null}>
      <SchedulesScreen />
    </Suspense>,
    { user: { id: 1 }, at },
  )
}

beforeEach(() => {
  call.mockReset()
  all = [one(1)]
  call.mockImplementation(async (name: string, options: { body?: object; params?: { id: number } } = {}) => {
    if (name === 'schedules.calendar') return { schedules: all, complete: true }
    if (name === 'schedules.list') return { schedules: all, count: all.length, hasMore: false }
    if (name === 'schedules.counts') return { waiting: 1, sent: 0, failed: 2 }
    if (name === 'schedules.get') return one(1)
    if (name === 'schedules.update') return { ...all[0], ...options.body }
    if (name === 'schedules.create') return one(9, options.body)
    if (name === 'contacts.get') return { id: 4, name: 'Rita Souza', number: '5511999990000' }
    return name.endsWith('list') ? [] : null
  })
})

const sent = (name: string): { body?: { sendAt?: string } }[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)

it('moves a message by keys with an undo, and opens it with its state in the title', async () => {
  await open()
  const entry = await screen.findByRole('button', { name: /Rita Souza, Pendente: Bom dia/ })
  expect(screen.getByText('2 mensagens não foram enviadas')).toBeDefined()
  entry.focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await waitFor(() => expect(sent('schedules.update')).toHaveLength(1))
  const moved = new Date(tomorrow.getTime() + 86_400_000).toISOString()
  expect(sent('schedules.update')[0]?.body?.sendAt).toBe(moved)
  await waitFor(() => expect(useToastList.getState().toasts[0]?.action?.label).toBe('Desfazer'))
  useToastList.getState().toasts[0]?.action?.run()
  await waitFor(() => expect(sent('schedules.update')[1]?.body?.sendAt).toBe(tomorrow.toISOString()))
  const again = await screen.findByRole('button', { name: /Rita Souza, Pendente: Bom dia/ })
  again.focus()
  await userEvent.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Agendamento: Pendente')).toBeDefined()
  expect(within(dialog).getByText('Bom dia, Rita')).toBeDefined()
  expect(within(dialog).getByRole('button', { name: 'Salvar' })).toBeDefined()
})

it('opens the dialog for the contact of the address, once, and schedules without a picture', async () => {
  await open('/schedules?contactId=4')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Rita Souza')).toBeDefined()
  const body = within(dialog).getByLabelText('Mensagem')
  await userEvent.type(body, 'Oi!!, tudo bem?')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Agendar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('schedules.create')).toMatchObject([
    { body: { contactId: 4, body: 'Oi!!, tudo bem?', userId: 1, ticketId: null } },
  ])
})

it('changes a message without a picture, and takes a picture away only when that was asked', async () => {
  all = [one(1, { mediaPath: '/media/1/mapa.png', mediaName: 'mapa.png' })]
  await open('/schedules?view=list')
  const save = async (dialog: HTMLElement): Promise<void> => {
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await userEvent.click(await screen.findByText('Rita Souza'))
  const first = await screen.findByRole('dialog')
  await userEvent.type(within(first).getByLabelText('Mensagem'), '!')
  await save(first)
  expect(sent('schedules.update')).toMatchObject([
    { body: { body: 'Bom dia, {{firstName}}!', contactId: 4 } },
  ])
  expect(sent('schedules.detach')).toEqual([])

  await userEvent.click(await screen.findByText('Rita Souza'))
  const second = await screen.findByRole('dialog')
  const takeAway = within(second).queryByRole('button', { name: 'Remover a imagem mapa.png' })
  if (takeAway === null) throw new Error('the picture is not shown')
  await userEvent.click(takeAway)
  await save(second)
  expect(sent('schedules.detach')).toEqual([{ params: { id: 1 } }])

  // What is kept is the message as it is without the picture, not what was answered before it was taken away.
  await userEvent.click(await screen.findByText('Rita Souza'))
  const third = await screen.findByRole('dialog')
  expect(within(third).queryByRole('button', { name: 'Remover a imagem mapa.png' })).toBeNull()
})

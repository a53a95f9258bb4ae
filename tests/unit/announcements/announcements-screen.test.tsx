// @vitest-environment jsdom
import { type Announcement, announcement as schema } from '@contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { AnnouncementsScreen } from '@/features/announcements'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const one = (id: number, over: object = {}): Announcement =>
  schema.parse({
    id,
    title: `Aviso ${id}`,
    text: 'Texto',
    priority: 3,
    status: true,
    createdAt: '2026-03-01T12:00:00Z',
    ...over,
  })

beforeEach(async () => {
  call.mockReset()
  call.mockImplementation(async (name: string, options: { body?: object; params?: { id: number } } = {}) => {
    if (name === 'announcements.everything')
      return { records: [one(1, { priority: 1 }), one(2, { status: false })], count: 2, hasMore: false }
    if (name === 'announcements.create') return one(9, options.body)
    if (name === 'announcements.get' || name === 'announcements.update')
      return one(options.params?.id ?? 0, options.body)
    return null
  })
  await openScreen(<AnnouncementsScreen />, { user: { super: true } })
  await screen.findByText('2 informativos')
})

const sent = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)

it('shows priority and state, and switches one on in place', async () => {
  expect(screen.getByText('Alta')).toBeDefined()
  expect(screen.getByText('Inativo')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Ativar Aviso 2' }))
  await waitFor(() =>
    expect(sent('announcements.update')).toEqual([
      { params: { id: 2 }, body: { title: 'Aviso 2', text: 'Texto', priority: 3, status: true } },
    ]),
  )
})

it('takes a PNG or JPG and nothing else, and publishes with priority 3 and active', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Novo informativo' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Título'), 'Parada')
  await userEvent.type(within(dialog).getByLabelText('Texto'), 'Domingo às 3h')
  const input = dialog.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('no field for a picture')
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(input, new File(['x'], 'a.pdf', { type: 'application/pdf' }))
  const publish = within(dialog).getByRole('button', { name: 'Publicar' })
  await user.click(publish)
  expect(await within(dialog).findByText('Escolha uma imagem PNG ou JPG')).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Remover a.pdf' }))
  await user.upload(input, new File(['x'], 'a.png', { type: 'image/png' }))
  await user.click(publish)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('announcements.create')).toEqual([
    { body: { title: 'Parada', text: 'Domingo às 3h', priority: 3, status: true } },
  ])
  expect(sent('announcements.attach')).toMatchObject([{ params: { id: 9 } }])
})

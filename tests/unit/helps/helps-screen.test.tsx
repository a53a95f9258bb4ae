// @vitest-environment jsdom
/** /helps: the list, the player in its sandbox, and what it says when the host does not answer. */
import { type Help, help as helpSchema } from '@contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { escapeFromFrames } from '@/app/start'
import { HelpsScreen } from '@/features/helps'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const help = (id: number, title: string, video: string): Help =>
  helpSchema.parse({ id, title, description: `Sobre ${title}`, video })
let helps: Help[] | null = null
/** What main answers: whether the player's host can be reached. */
let reached: () => Promise<Response>

const open = (over: object = {}) => openScreen(<HelpsScreen />, { user: { profile: 'user', ...over } })

beforeEach(() => {
  helps = [help(1, 'Atender', 'aqz-KE-bpKQ'), help(2, 'Conectar', 'https://youtu.be/M7lc1UVf-VE')]
  reached = async () => new Response(null, { status: 204 })
  vi.stubGlobal(
    'fetch',
    vi.fn(() => reached()),
  )
  call.mockReset()
  call.mockImplementation(async () => {
    if (helps === null) throw new ApiError('unreachable', null, '', 0)
    return { records: helps, count: helps.length, hasMore: false }
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})
const play = async (title: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Assistir ${title}` }))
  return screen.findByRole('dialog')
}

it('shows cards with thumbnails from main, and a mark where there is none', async () => {
  await open()
  const card = await screen.findByRole('button', { name: 'Assistir Atender' })
  expect(screen.getByText('2 vídeos')).toBeDefined()
  const picture = card.querySelector('img')
  expect(picture?.getAttribute('src')).toBe('/local/videos/aqz-KE-bpKQ/thumbnail')
  expect(within(card).getByText('Sobre Atender')).toBeDefined()
  act(() => void fireEvent.error(picture as HTMLElement))
  expect(card.querySelector('img')).toBeNull()
})

it('plays in a sandboxed frame of the one host, and Escape closes it', async () => {
  await open()
  const dialog = await play('Conectar')
  const frame = await within(dialog).findByTitle('Vídeo: Conectar')
  expect(frame.getAttribute('src')).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/M7lc1UVf-VE\?/)
  const sandbox = frame.getAttribute('sandbox')?.split(' ')
  expect(sandbox).not.toContain('allow-popups')
  expect(sandbox?.some(token => token.startsWith('allow-top-navigation'))).toBe(false)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByTitle('Vídeo: Conectar')).toBeNull())
})

it('is closed by Escape that is pressed inside the frame, of which main tells', async () => {
  const { emit } = await open()
  const leave = escapeFromFrames(window.turno)
  const dialog = await play('Conectar')
  const frame = await within(dialog).findByTitle('Vídeo: Conectar')
  act(() => frame.focus())
  expect(document.activeElement).toBe(frame)
  act(() => emit('frameEscaped', {}))
  await waitFor(() => expect(screen.queryByTitle('Vídeo: Conectar')).toBeNull())
  leave()
})

it('says honestly that the host does not answer, and plays once the line is back', async () => {
  reached = async () => new Response(null, { status: 502 })
  await open()
  const dialog = await play('Atender')
  expect(await within(dialog).findByText('O vídeo não pode ser aberto agora')).toBeDefined()
  expect(within(dialog).queryByTitle('Vídeo: Atender')).toBeNull()
  reached = async () => new Response(null, { status: 204 })
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await within(dialog).findByTitle('Vídeo: Atender')).toBeDefined()
})

it('never puts what is no code into an address', async () => {
  helps = [help(3, 'Estranho', 'javascript:alert(1)')]
  await open()
  const dialog = await play('Estranho')
  expect(await within(dialog).findByText('Este vídeo não existe')).toBeDefined()
  expect(dialog.querySelector('iframe')).toBeNull()
  expect(fetch).not.toHaveBeenCalled()
})

it('says what the screen is for while it is empty, asks again after a failure, and leads the platform to its list', async () => {
  helps = null
  await open({ super: true })
  expect(await screen.findByText('Não foi possível carregar os vídeos')).toBeDefined()
  helps = []
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  expect(await screen.findByText('Nenhum vídeo de ajuda ainda')).toBeDefined()
  // Among the tools, and where there is nothing else.
  expect(screen.getAllByRole('button', { name: 'Gerenciar vídeos' })).toHaveLength(2)
})

// @vitest-environment jsdom
import '../support/jsdom'
import { type Contact, contact } from '@contract'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useFound } from '@/app/shell/use-found'
import { PaletteSearches } from '@/features/tickets'
import { setLanguage } from '@/i18n'
import { type Command, useCommandRegistry } from '@/stores/commands'
import { setTicketsSource, ticketsSource } from '@/stores/tickets'
import { SteadyNavigate } from '@/ui'
import { deferred } from '../../support/deferred'
import { fakeBridge, installBridge } from '../support/fake-bridge'

const call = vi.hoisted(() => vi.fn())
vi.mock('../../../src/api', async original => ({ ...(await original<object>()), call }))

const person = (id: number, name: string, over: Partial<Contact> = {}): Contact => ({
  ...contact.parse({ id, name, number: `55119888000${id}` }),
  ...over,
})
const LUCAS = person(1, 'Lucas Reis')
const LUCIA = person(2, 'Ana Lúcia')
const LUCIO = person(3, 'Lúcio Prado')
let server: () => Promise<Contact[]>

const show = () =>
  render(
    <App>
      <MemoryRouter>
        <SteadyNavigate>
          <PaletteSearches />
        </SteadyNavigate>
      </MemoryRouter>
    </App>,
  )

beforeEach(() => {
  const fake = fakeBridge()
  fake.answer('search.local', () => ({
    ok: true,
    value: {
      contacts: [{ contact: LUCIA, nameRanges: [], numberRanges: [] }],
      tickets: [],
      messages: [],
      tookMs: 0,
    },
  }))
  installBridge(fake)
  server = async () => [LUCAS, LUCIO, LUCIA, person(4, 'Lucrécia', { active: false })]
  call.mockImplementation(async (name: string) => {
    if (name !== 'contacts.list') throw new Error(`not expected: ${name}`)
    const contacts = await server()
    return { contacts, count: contacts.length, hasMore: false }
  })
  setTicketsSource({
    ...ticketsSource(),
    page: async () => ({ tickets: [], count: 0, hasMore: false, cursor: null }),
  })
  show()
})
afterEach(async () => {
  cleanup()
  setTicketsSource()
  await setLanguage('pt')
})

const search = async (): Promise<Command[]> =>
  (await useCommandRegistry
    .getState()
    .searches.contacts?.('luc', new AbortController().signal, 'everywhere')) ?? []

describe('contacts in the palette', () => {
  it('stand in the order of every picker: seen here first, by name, and only who is active', async () => {
    expect((await search()).map(one => one.title)).toEqual(['Ana Lúcia', 'Lucas Reis', 'Lúcio Prado'])
  })

  it('lead to a conversation with the one who was chosen', async () => {
    const [, lucas] = await search()
    act(() => lucas?.run())
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog.textContent).toContain('Lucas Reis'))
  })
})

describe('what the searches find', () => {
  it('keeps its places, whichever of them answers first', async () => {
    const { promise: late, resolve: answer } = deferred<Command[]>()
    const command = (id: string): Command => ({ id, title: id, group: id, run: () => undefined })
    act(() =>
      useCommandRegistry.setState({
        searches: { tickets: () => late, contacts: async () => [command('contacts')] },
      }),
    )
    const found = renderHook(() => useFound('luc'))
    await waitFor(() => expect(found.result.current.map(one => one.id)).toEqual(['contacts']))
    await act(async () => answer([command('tickets')]))
    expect(found.result.current.map(one => one.id)).toEqual(['tickets', 'contacts'])
  })
})

// @vitest-environment jsdom
import './pressing'
import { RESOLVE_UNDO_MS, viewConditions } from '@contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { Route, Routes, useLocation } from 'react-router-dom'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Shell } from '@/app/shell/shell'
import { useKeyboard } from '@/app/shell/use-keyboard'
import { ContactPanel } from '@/features/contact-drawer'
import { useSettingsCommands } from '@/features/settings'
import { PaletteSearches, TicketsScreen } from '@/features/tickets'
import { OwnBreak } from '@/features/workplace'
import { KEY_MAP, type KeyActionId } from '@/stores/key-map'
import { setPreferences } from '@/stores/preferences'
import { startRecorder, useRecorder } from '@/stores/recorder'
import { settingsDirectory } from '@/stores/settings'
import { useTicketsStore } from '@/stores/tickets'
import { sendClosingMessages } from '../../../electron/server/desk/tickets/closing-messages'
import {
  copilotSettings,
  savedViews,
  tags,
  ticketProposals,
  tickets,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import type { FakeBridge } from '../../unit/support/fake-bridge'
import { harnessForFile } from '../server/for-file'
import type { Harness } from '../server/harness'
import { asked, onScreen } from './pressing'

const h = harnessForFile()
/** Enter right after a field appeared was meant for the one before: the clock of the page is ahead of that. */
let ahead = 0
beforeAll(async () => {
  await h.update(whatsapps, { complationMessage: 'Até logo!' })
})
beforeEach(async () => {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
  await h.db.platform.delete(tickets)
  h.channel.sent.length = 0
})

/** The keys that change something at a customer. */
type Act = { [Id in KeyActionId]: (typeof KEY_MAP)[Id]['does'] extends 'acts' ? Id : never }[KeyActionId]

interface Row {
  press: KeyboardEventInit
  /** The customers wait; else they are Ana's already. */
  waiting?: true
  /** What stands in the field before the press. */
  typed?: string
  /** What one press changes: tickets by status, what reached customers, what left for the outbox. */
  effect: { open: number; pending: number; closed: number; received: string[]; sent: number }
}
const all = { ctrlKey: true, shiftKey: true }
const mine = { open: 3, pending: 0, closed: 0, received: [], sent: 0 }
const oneClosed = { ...mine, open: 2, closed: 1, received: ['Até logo!'] }

/** A key of the map that acts on customers and has no row here does not compile. */
const ROWS: Record<Act, Row> = {
  acceptOldest: {
    press: { key: 'A', ...all },
    waiting: true,
    effect: { ...mine, open: 1, pending: 2 },
  },
  resolveAndNext: { press: { key: 'E', ...all }, effect: oneClosed },
  resolveSilently: { press: { key: 'S', ...all }, effect: { ...oneClosed, received: [] } },
  giveBack: { press: { key: 'P', ...all }, effect: { ...mine, open: 2, pending: 1 } },
  send: { press: { key: 'Enter', ctrlKey: true }, typed: 'Já vejo', effect: { ...mine, sent: 1 } },
  sendAndResolve: {
    press: { key: 'Enter', ...all },
    typed: 'Já vejo',
    effect: { ...oneClosed, sent: 1 },
  },
}

function Keys() {
  useKeyboard()
  return <TicketsScreen />
}

/** Three customers, and the first one's conversation on Ana's screen. */
async function atWork({ waiting = false }: { waiting?: boolean | undefined }): Promise<FakeBridge> {
  for (const last of [1, 2, 3]) await h.customer(h.one, `551190000020${last}`, `dúvida ${last}`)
  await h.update(tickets, { queueId: h.one.suporte })
  const rows = await h.db.select().from(tickets)
  if (!waiting)
    for (const { id } of rows)
      await h.call(h.one.ana, 'tickets.update', { params: { id }, body: { status: 'open' } })
  h.channel.sent.length = 0
  const first = rows.find(row => row.lastMessage === 'dúvida 1')
  const path = waiting ? '/tickets' : `/tickets/${first?.uuid}`
  const fake = await onScreen(
    h,
    h.one.ana,
    <Routes>
      <Route path="/tickets/:uuid?" element={<Keys />} />
    </Routes>,
    path,
  )
  fake.state.leaves = true
  // Held keys are worst where each act leads to the next customer.
  await setPreferences({ afterResolve: 'next', keys: { resolveSilently: ['Ctrl+Shift+S'] } })
  if (waiting) await screen.findByRole('tab', { name: /Aguardando.*3/ })
  else await screen.findByRole('button', { name: 'Resolver' })
  return fake
}

async function happened(fake: FakeBridge): Promise<Row['effect']> {
  const count = async (status: 'open' | 'pending' | 'closed'): Promise<number> =>
    (await h.db.select().from(tickets).where(eq(tickets.status, status))).length
  await Promise.all(
    await sendClosingMessages(h.running.app, h.one.id, new Date(Date.now() + 2 * RESOLVE_UNDO_MS)),
  )
  return {
    open: await count('open'),
    pending: await count('pending'),
    closed: await count('closed'),
    received: h.channel.sent.map(message => message.body),
    sent: fake.calls.filter(({ name }) => name === 'outbox.enqueue').length,
  }
}

describe('a held key', () => {
  for (const [id, row] of Object.entries(ROWS))
    it(`does once what “${id}” does to a customer, also after the answer came`, async () => {
      const fake = await atWork(row)
      const field = row.typed === undefined ? null : await screen.findByTestId('composer-text')
      ahead += 1_000
      if (field) {
        field.focus()
        fireEvent.change(field, { target: { value: row.typed } })
      }
      const hold = async (times: number, repeat: boolean): Promise<void> => {
        for (let time = 0; time < times; time += 1)
          await act(async () => {
            fireEvent.keyDown(document.activeElement ?? document.body, { ...row.press, repeat })
          })
      }
      await hold(1, false)
      await hold(10, true)
      await waitFor(async () => expect(await happened(fake)).toEqual(row.effect))
      const before = asked.filter(call => call.startsWith('PUT '))
      await hold(10, true)
      expect(asked.filter(call => call.startsWith('PUT '))).toEqual(before)
      expect(await happened(fake)).toEqual(row.effect)
    })
})

type Handled = Exclude<
  { [Id in KeyActionId]: (typeof KEY_MAP)[Id]['by'] extends 'field' | 'rows' ? never : Id }[KeyActionId],
  // Nothing scrolls here: tests/e2e/thread.spec.ts. The reply has a single key alone: tests/unit/app/keyboard.test.tsx.
  Act | 'latest' | 'reply'
>
/** Where the console is, as its address says. */
function Place() {
  useSettingsCommands()
  return <output data-testid="place">{useLocation().pathname}</output>
}
const place = (): string => screen.getByTestId('place').textContent ?? ''
const pane = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-pane]')?.dataset.pane
const isTrue = (seen: () => unknown): boolean => {
  try {
    seen()
    return true
  } catch {
    return false
  }
}
/** By what stands in the page: whoever asks for roles in the whole console waits. */
const shown = (selector: string, words: string) => () =>
  expect([...document.querySelectorAll(selector)].map(({ outerHTML }) => outerHTML)).toContainEqual(
    expect.stringContaining(words),
  )
const dialog = (title: string) => shown('[role=dialog]', title)
const VIEWS = ['Visão A', 'Visão B', 'Visão C', 'Visão D']
const view = (at: number) => shown('[data-pane=list] button', VIEWS[at] ?? '')
const tab = (name: string) => shown('[role=tab][aria-selected=true]', name)

it('each other key of the map does what it is called, from the press', async () => {
  // The list: the first and the last have something unread, the one between is on the screen.
  const rows = [1, 2, 3].map(n => ({ name: `Cliente ${n}`, status: 'open' as const, userId: h.one.ana.id }))
  const made: Awaited<ReturnType<Harness['newTicket']>>[] = []
  for (const [at, row] of rows.entries())
    made.push(
      await h.newTicket(h.one, {
        ...row,
        unreadMessages: at === 1 ? 0 : 1,
        updatedAt: new Date(Date.now() - at * 60_000).toISOString(),
      }),
    )
  for (const ticket of made) await h.newMessages(ticket, ['Oi'])
  const [first, middle, last] = made.map(({ uuid }) => `/tickets/${uuid}`)
  await h.setting(h.one, 'groupsTab', 'enabled')
  const { companyId, id: ticketId } = made[0] as (typeof made)[0]
  const [tag] = await h.db.platform.insert(tags).values({ companyId, name: 'BOLETO' }).returning()
  await h.db.platform
    .insert(ticketProposals)
    .values({ companyId, ticketId, kind: 'tag', tagId: tag?.id ?? 0 })
  await h.insert(
    savedViews,
    VIEWS.map(name => ({
      companyId,
      userId: h.one.ana.id,
      name,
      conditions: viewConditions.parse({}),
      order: 'waiting' as const,
    })),
  )
  const on = { on: true, queueIds: [], profiles: ['user'] }
  await h.insert(copilotSettings, {
    companyId: h.one.id,
    baseUrl: 'http://127.0.0.1:9/v1',
    features: { suggest: on, rewrite: on, summarise: on, translate: on, classify: on },
    masks: [],
  })
  // A page without layout: all of it is in view, but what a dialog leaves behind.
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function (this: Element) {
    return (this.closest('[role=dialog]') ? [] : [{}]) as unknown as DOMRectList
  })
  const written = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText: written } }))
  const chosen = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined)
  const fake = await onScreen(
    h,
    h.one.ana,
    <Shell title="" version="1" pending={0} slots={{ profile: () => null, ownBreak: <OwnBreak /> }}>
      <Place />
      <PaletteSearches />
      <Routes>
        <Route path="/tickets/:uuid?" element={<TicketsScreen contactPanel={ContactPanel} />} />
      </Routes>
    </Shell>,
    middle,
  )
  await settingsDirectory.ensure()
  // As it is begun with each person who signs in.
  startRecorder()
  await screen.findByRole('button', { name: 'Resolver' })
  await waitFor(() => expect(document.querySelectorAll('[data-ticket-id]').length).toBe(3))
  /** What is true after the press, and was not before; then what puts it back. */
  const effects: Record<Handled, [seen: () => unknown, back?: () => unknown]> = {
    nextTicket: [() => expect(place()).toBe(last)],
    previousTicket: [() => expect(place()).toBe(middle)],
    nextUnread: [() => expect(place()).toBe(last)],
    previousUnread: [() => expect(place()).toBe(first)],
    tabPending: [tab('Aguardando')],
    tabAssigned: [tab('Atendendo')],
    tabSnoozed: [tab('Adiados')],
    view1: [view(0)],
    view2: [view(1)],
    view3: [view(2)],
    view4: [view(3)],
    tabGroups: [tab('Grupos')],
    tabClosed: [tab('Resolvidos')],
    findEverywhere: [
      () => expect(document.activeElement?.matches('[data-pane=list] search input')).toBe(true),
    ],
    nextPane: [() => expect(pane()).not.toBe('list')],
    previousPane: [() => expect(pane()).toBe('list')],
    findInThread: [
      () => expect(document.activeElement?.matches('search input:not([data-pane=list] *)')).toBe(true),
    ],
    note: [() => expect(document.activeElement?.matches('[data-note-field]')).toBe(true)],
    copyNumber: [() => expect(written).toHaveBeenCalledWith(String(made[0]?.id))],
    suggest: [
      // The model cannot be reached: its card says so.
      shown('[data-testid=copilot-card] [role=alert]', ''),
      () => {
        fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
        fireEvent.change(screen.getByTestId('composer-text'), { target: { value: 'Olá' } })
      },
    ],
    rewrite: [
      shown('.ant-dropdown', 'Deixar mais curto'),
      () => fireEvent.change(screen.getByTestId('composer-text'), { target: { value: '' } }),
    ],
    translate: [shown('[data-testid=translation-bar]', 'Em que idioma')],
    attach: [() => expect(chosen.mock.contexts).toContainEqual(expect.objectContaining({ type: 'file' }))],
    record: [() => expect(useRecorder.getState().phase).not.toBe('idle')],
    toggleRail: [() => expect(fake.state.preferences.drawerOpen).not.toBeNull()],
    tags: [shown('.ant-popover', 'tag')],
    snooze: [
      shown('.ant-dropdown-menu', 'Escolher data e hora'),
      () => fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' }),
    ],
    pin: [() => expect(useTicketsStore.getState().pins.size).toBe(1)],
    priority: [shown('.ant-dropdown-menu', 'Urgente')],
    macros: [
      dialog('Executar macro'),
      () => fireEvent.click(document.querySelector('.ant-modal-close') as Element),
    ],
    transfer: [
      dialog('Transferir'),
      () => fireEvent.click(document.querySelector('[role=dialog] .ant-modal-footer button') as Element),
    ],
    giveBackWithNote: [
      dialog('Devolver'),
      () => fireEvent.click(document.querySelector('[role=dialog] .ant-modal-footer button') as Element),
    ],
    // The tag itself comes with the log.
    confirmProposals: [() => expect(screen.queryByTestId('proposals')).toBeNull()],
    summarise: [
      shown('[data-testid=summary]', 'Resumo'),
      () => fireEvent.keyDown(document.activeElement as Element, { key: 'Y', ctrlKey: true, shiftKey: true }),
    ],
    overview: [
      dialog('Teclas de atalho'),
      () => fireEvent.click(document.querySelector('.ant-modal-close') as Element),
    ],
    break: [
      dialog('Fazer uma pausa'),
      () => fireEvent.click(document.querySelector('[role=dialog] .ant-modal-footer button') as Element),
    ],
    palette: [shown('[role=dialog] [role=combobox]', 'Buscar ou ir para')],
    settings: [() => expect(place()).toBe('/settings')],
  }
  const failed: string[] = []
  for (const [id, [seen, back]] of Object.entries(effects) as [Handled, (typeof effects)[Handled]][]) {
    if (isTrue(seen)) failed.push(`${id}: before it is pressed`)
    const parts = KEY_MAP[id].keys[0]?.split('+') ?? []
    const key = parts.at(-1) ?? ''
    fireEvent.keyDown(document.activeElement ?? document.body, {
      key: /^(?:Down|Up)$/.test(key) ? `Arrow${key}` : key,
      code: /^\d$/.test(key) ? `Digit${key}` : '',
      ctrlKey: parts.includes('Ctrl'),
      shiftKey: parts.includes('Shift'),
      altKey: parts.includes('Alt'),
    })
    await waitFor(seen).then(back, error => failed.push(`${id}: ${String(error).slice(0, 120)}`))
  }
  expect(failed).toEqual([])
}, 240_000)

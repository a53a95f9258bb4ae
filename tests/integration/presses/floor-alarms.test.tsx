// @vitest-environment jsdom
/** From the dialog of the wall to the notice of the system: server, main and window, with a double of the system's notices. */
import './pressing'
import { EventEmitter } from 'node:events'
import { attentionPreferences, type FloorAlarm, type SessionState, user } from '@contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { NotificationConstructorOptions } from 'electron'
import { expect, it, onTestFinished } from 'vitest'
import { WallScreen } from '@/features/wall'
import { setClockOffset } from '@/stores/clock'
import { useConnection } from '@/stores/connection'
import { flushFeed, receiveFeed } from '@/stores/feed'
import { createAttention } from '../../../electron/main/attention/attention'
import { createNotices, type NativeNotice } from '../../../electron/main/attention/notices'
import type { Order } from '../../../electron/main/attention/policy'
import { raiseAlarms } from '../../../electron/main/attention/raised'
import { noticeTexts } from '../../../electron/main/attention/texts'
import { contentOf } from '../../../electron/main/attention/wording'
import { createLog } from '../../../electron/main/log/log'
import { createNoticeActions } from '../../../electron/main/start/notice-actions'
import { askAlarms, watchList } from '../../../electron/main/start/watched-lists'
import { judgeAlarms } from '../../../electron/server/floor/job'
import { soon } from '../../support/soon'
import { harnessForFile } from '../server/for-file'
import type { Person } from '../server/harness'
import { fill, pick, press } from './fields'
import { answered, live, onScreen } from './pressing'

const h = harnessForFile()
const log = createLog(() => undefined)

/** Main of somebody's console, with the system's notices as a list. */
async function consoleOf(who: Person) {
  const clock = {
    now: Date.now,
    after(ms: number, work: () => void) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  }
  const choices = attentionPreferences.parse({})
  const attention = createAttention({
    snapshot: async () => ({ tickets: [], whole: true }),
    choices: () => choices,
    watched: () => new Set(),
    atWork: () => false,
    readHere: () => new Set(),
    clock,
    aheadMs: () => 0,
    unqueuedForAll: () => false,
    log,
  })
  const shown: { options: NotificationConstructorOptions; notice: EventEmitter; isClosed: boolean }[] = []
  const sounds: Order[] = []
  const windows: string[] = []
  const me = await h.call<{ user?: object }>(who, 'auth.me')
  const state: SessionState = {
    ...{ status: 'signedIn', reason: 'none', storage: 'encrypted' },
    user: user.parse(me.body.user ?? me.body),
  }
  const t = noticeTexts('pt')
  const notices = createNotices({
    supported: () => true,
    make(options) {
      const one = { options, notice: new EventEmitter(), isClosed: false }
      shown.push(one)
      return Object.assign(one.notice, {
        show: () => void one.notice.emit('show'),
        close: () => {
          one.isClosed = true
        },
      }) as unknown as NativeNotice
    },
    events: {
      open: key => void actions.open(key),
      act: () => undefined,
      reply: () => undefined,
      closed: key => attention.closed(key),
    },
    icon: null,
    log,
  })
  const actions = createNoticeActions({
    attention,
    tickets: {} as never,
    session: { state: () => state, onChange: () => () => undefined } as never,
    local: {} as never,
    consoleHandle: { go: path => windows.push(path) },
    showFloor: () => windows.push('floor'),
    say: () => undefined,
    choices: () => choices,
    texts: () => t,
    log,
  })
  attention.onOrders(orders => {
    for (const order of orders)
      if (order.do === 'withdraw') notices.withdraw(order.key)
      else if (order.do === 'sound') sounds.push(order)
      else notices.show(order.notice.key, contentOf(order.notice, false, Date.now(), 'all', t), '')
  })
  attention.session(state)
  attention.event({ channel: 'resync', data: { since: null } })
  const told = new Set<string>()
  const fetch = (path: string) => h.raw(who, `/api${path}`)
  const alarms = watchList({
    list: () => askAlarms({ fetch: fetch as never, has: () => true }, state.user),
    onRows: rows => attention.change(work => raiseAlarms(work, rows, told, Date.now())),
    clock,
    log,
  })
  const ear = await h.connect(who)
  ear.socket.onAny((name: string) => {
    if (name.endsWith('-floorAlarm')) alarms.read()
  })
  alarms.read()
  onTestFinished(() => {
    ear.close()
    alarms.reset()
    attention.stop()
  })
  return { shown, sounds, windows, press: (at: number) => shown[at]?.notice.emit('click') }
}

it('an alarm that is set in the dialog reaches the system once as customers wait, leads to the floor, and ends with them', async () => {
  const { admin, sup, vendas, suporte } = h.one
  const theirs = await consoleOf(sup)
  const own = await consoleOf(admin)
  await onScreen(h, admin, <WallScreen page="floor" />)
  await live(h, admin, [])
  await press(document.body, 'Alarmes')
  const dialog = await screen.findByRole('dialog')
  await press(dialog, 'Adicionar alarme')
  await pick(dialog, /^Fila/, 'Vendas')
  fill(dialog, /^Limite/, '1')
  await press(dialog, 'Salvar')
  await answered()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const kept = await h.call<FloorAlarm[]>(admin, 'floorAlarms.list')
  expect(kept.body).toMatchObject([
    { kind: 'waiting', queueIds: [vendas], limit: 1, sound: true, notice: true, raised: null },
  ])

  const ids: number[] = []
  for (const number of ['5511955550001', '5511955550002']) {
    await h.customer(h.one, number, 'Bom dia')
    const { body } = await h.call<{ tickets: { id: number }[] }>(admin, 'tickets.list', {
      query: { status: 'pending', showAll: true, searchParam: number },
    })
    const id = body.tickets[0]?.id ?? 0
    ids.push(id)
    await h.call(admin, 'tickets.update', { params: { id }, body: { queueId: vendas } })
  }
  await judgeAlarms(h.running.app)
  await soon(() => expect(own.shown).toHaveLength(1))
  expect(own.shown[0]?.options).toMatchObject({
    title: 'Alarme: Vendas',
    body: '2 aguardando (limite 1)',
    urgency: 'critical',
  })
  expect(own.sounds).toHaveLength(1)
  // It stands on the wall, which was open; and nowhere with whom it does not concern.
  const raised = await screen.findByRole('alert')
  expect(raised.textContent).toContain('Vendas')
  await judgeAlarms(h.running.app)
  await act(async () => void own.press(0))
  await soon(() => expect(own.windows).toEqual(['floor']))

  for (const id of ids)
    await h.call(admin, 'tickets.update', { params: { id }, body: { status: 'closed', justClose: true } })
  await judgeAlarms(h.running.app)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect([own.shown.length, own.sounds.length, theirs.shown.length]).toEqual([1, 1, 0])

  // The next time it is another one; noted at the wall, it goes from the screens.
  await h.call(admin, 'floorAlarms.update', {
    params: { id: kept.body[0]?.id ?? 0 },
    body: { kind: 'waiting', queueIds: [suporte], limit: 0, sound: false, notice: true },
  })
  await h.customer(h.one, '5511955550003', 'Oi')
  const { body } = await h.call<{ tickets: { id: number }[] }>(admin, 'tickets.list', {
    query: { status: 'pending', showAll: true, searchParam: '5511955550003' },
  })
  await h.call(admin, 'tickets.update', {
    params: { id: body.tickets[0]?.id ?? 0 },
    body: { queueId: suporte },
  })
  await judgeAlarms(h.running.app)
  await soon(() => expect([own.shown.length, theirs.shown.length]).toEqual([2, 1]))
  await userEvent.click(
    await within(await screen.findByRole('alert')).findByRole('button', { name: 'Ciente' }),
  )
  await soon(() => expect([own.shown[1]?.isClosed, theirs.shown[0]?.isClosed]).toEqual([true, true]))
  expect([own.sounds.length, theirs.sounds.length]).toEqual([1, 0])
})

it('after a sleep and after a lost connection the floor says that it is old, and reads again', async () => {
  const { two } = h
  await onScreen(h, two.admin, <WallScreen page="floor" />)
  await screen.findByText('Filas agora')
  const waits = () =>
    [...document.querySelectorAll('tr[data-queue] td:nth-of-type(1)')].reduce(
      (sum, cell) => sum + Number(cell.textContent),
      0,
    )
  expect(waits()).toBe(0)
  const connection = (status: 'connected' | 'reconnecting') =>
    act(() => useConnection.setState({ status, since: new Date().toISOString() }))
  connection('connected')
  onTestFinished(() => {
    setClockOffset(0)
    useConnection.setState({ status: 'idle' })
  })

  // The computer slept: what was counted is minutes old at once, and nobody told of what happened meanwhile.
  await h.customer(two, '5511944440001', 'Oi')
  act(() => setClockOffset(10 * 60_000))
  expect((await screen.findByRole('status')).textContent).toMatch(/^Números das .*, atualizando/)
  await waitFor(() => expect(waits()).toBe(1))
  act(() => setClockOffset(0))
  await waitFor(() => expect(screen.queryByText(/^Números das/)).toBeNull())

  connection('reconnecting')
  await screen.findByText(/^Sem conexão: números das/)
  await h.customer(two, '5511944440002', 'Oi')
  connection('connected')
  act(() => {
    receiveFeed({ events: [{ seq: 1, event: { channel: 'resync', data: { since: null } } }] })
    flushFeed()
  })
  await waitFor(() => expect(waits()).toBe(2))
  expect(screen.queryByText(/^Sem conexão/)).toBeNull()
})

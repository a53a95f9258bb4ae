// @vitest-environment jsdom
import './pressing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { Route, Routes } from 'react-router-dom'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useKeyboard } from '@/app/shell/use-keyboard'
import { TicketsScreen } from '@/features/tickets'
import type { KEY_MAP, KeyActionId } from '@/stores/key-map'
import { setPreferences } from '@/stores/preferences'
import { tickets, whatsapps } from '../../../electron/server/db/schema'
import type { FakeBridge } from '../../unit/support/fake-bridge'
import { type Harness, startHarness } from '../server/harness'
import { asked, onScreen } from './pressing'

let h: Harness
/** Enter right after a field appeared was meant for the one before: the clock of the page is ahead of that. */
let ahead = 0
beforeAll(async () => {
  h = await startHarness()
  await h.db.platform.update(whatsapps).set({ complationMessage: 'Até logo!' })
})
afterAll(() => h.close())
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
  await h.db.platform.update(tickets).set({ queueId: h.one.suporte })
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
  // Held keys are worst where each act leads to the next customer.
  await setPreferences({ afterResolve: 'next', keys: { resolveSilently: ['Ctrl+Shift+S'] } })
  if (waiting) await screen.findByRole('tab', { name: /Aguardando.*3/ })
  else await screen.findByRole('button', { name: 'Finalizar' })
  return fake
}

async function happened(fake: FakeBridge): Promise<Row['effect']> {
  const count = async (status: 'open' | 'pending' | 'closed'): Promise<number> =>
    (await h.db.select().from(tickets).where(eq(tickets.status, status))).length
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

  it('on a button presses it once, and whatever comes under the keyboard not at all', async () => {
    const fake = await atWork({})
    const resolve = screen.getByRole('button', { name: 'Finalizar' })
    resolve.focus()
    fireEvent.click(resolve)
    await waitFor(async () => expect(await happened(fake)).toEqual(oneClosed))
    const next = await screen.findByRole('button', { name: 'Finalizar' })
    next.focus()
    expect(fireEvent.keyDown(next, { key: 'Enter', repeat: true })).toBe(false)
    expect(fireEvent.keyDown(next, { key: 'Enter' })).toBe(true)
  })
})

// @vitest-environment jsdom
/** An invoice that the platform settles by hand, and who is in again. */
import './pressing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { InvoicesScreen } from '@/features/finance'
import { companies, invoices } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from '../server/for-file'
import { press } from './fields'
import { onScreen } from './pressing'

const DAY_MS = 86_400_000
const h = harnessForFile()
const page = document.body

it('a company that owes lets its people in again when its invoice is settled by hand, which is offered once', async () => {
  const root = await h.superOf(h.one)
  const agentMaySignIn = async () => (await h.signIn(h.two.ana.email)).status === 200
  const dueDateNow = async () =>
    (await h.db.select().from(companies).where(eq(companies.id, h.two.id)))[0]?.dueDate ?? ''
  const dueDate = new Date(Date.now() - 2 * DAY_MS).toISOString()
  await h.update(companies, { dueDate, recurrence: 'MENSAL' }, eq(companies.id, h.two.id))
  // A slow run has had one from the server itself already.
  await h.db.platform.delete(invoices)
  await h.insert(invoices, {
    companyId: h.two.id,
    dueDate: dueDate.slice(0, 10),
    detail: 'Plano Dois',
    cents: 10_000,
  })
  expect(await agentMaySignIn()).toBe(false)
  await onScreen(h, root, <InvoicesScreen />)
  await userEvent.click(await screen.findByRole('tab', { name: 'Todas, em aberto' }))
  await press(page, /^Dar baixa fatura .*Plano Dois/)
  await press(await screen.findByRole('dialog'), 'Dar baixa')
  await waitFor(async () => expect(await agentMaySignIn()).toBe(true))
  const until = await dueDateNow()
  expect(Date.parse(until)).toBeGreaterThan(Date.now() + 20 * DAY_MS)
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /^Dar baixa fatura .*Plano Dois/ })).toBeNull(),
  )
  expect(await dueDateNow()).toBe(until)
})

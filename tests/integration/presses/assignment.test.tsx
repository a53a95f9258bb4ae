// @vitest-environment jsdom
import './pressing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq, isNull } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { OptionsSection } from '@/features/settings/company/options-section'
import { UsersScreen } from '@/features/users'
import { WallScreen } from '@/features/wall'
import { OwnBreak } from '@/features/workplace'
import { runKeyAction } from '@/stores/key-actions'
import { breaks, settings } from '../../../electron/server/db/schema'
import { harnessForFile } from '../server/for-file'
import { pick } from './fields'
import { live, onScreen } from './pressing'

const h = harnessForFile()

it('reasons an administrator types are offered for a break; the one who takes it is shown to colleagues', async () => {
  const { admin, ana, sup } = h.one
  await onScreen(h, admin, <OptionsSection />)
  const reasons = await screen.findByRole('textbox', { name: 'Motivos de pausa' })
  expect(reasons).toHaveProperty('value', expect.stringContaining('Almoço | 60'))
  await userEvent.clear(reasons)
  await userEvent.type(reasons, 'Almoço | 45{Enter}Banho de sol | 20')
  await userEvent.tab()
  await expect
    .poll(async () => (await h.db.select().from(settings).where(eq(settings.key, 'breakReasons')))[0]?.value)
    .toBe('lunch|45\nBanho de sol|20')

  await onScreen(h, ana, <OwnBreak />)
  act(() => void runKeyAction('break'))
  const dialog = await screen.findByRole('dialog')
  await pick(dialog, /^Motivo/, 'Banho de sol')
  expect(within(dialog).getByLabelText(/^Duração prevista/)).toHaveProperty('value', '20')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Começar a pausa' }))
  const running = () => h.db.$count(breaks, isNull(breaks.endedAt))
  await expect.poll(running).toBe(1)

  await onScreen(h, sup, <UsersScreen />)
  await live(h, sup, [])
  expect(await screen.findByText(/^em pausa: Banho de sol, desde/)).toBeTruthy()
  await onScreen(h, ana, <OwnBreak />)
  const mark = await screen.findByTestId('own-break')
  expect(mark.textContent).toBe('Em pausa: Banho de sol · 0 min')
  await onScreen(h, sup, <WallScreen />)
  const resting = await screen.findByRole('list', { name: 'Em pausa' })
  expect(resting.textContent).toContain('Ana')
  await h.call(ana, 'breaks.end', {})
  await waitFor(() => expect(screen.queryByText(/^em pausa/)).toBeNull())
  expect(await running()).toBe(0)
})

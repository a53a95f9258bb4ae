// @vitest-environment jsdom
import './pressing'
import type { Queue } from '@contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { desc, eq, isNull } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { QueueForm } from '@/features/queues/queue-form'
import { OptionsSection } from '@/features/settings/company/options-section'
import { UsersScreen } from '@/features/users'
import { WallScreen } from '@/features/wall'
import { OwnBreak } from '@/features/workplace'
import { runKeyAction } from '@/stores/key-actions'
import {
  breaks,
  queues,
  settings,
  tags,
  tickets,
  userSkills,
  users,
} from '../../../electron/server/db/schema'
import { harnessForFile } from '../server/for-file'
import { fill, pick } from './fields'
import { live, onScreen } from './pressing'

const h = harnessForFile()

it('a queue that hands out its tickets gives what comes to who is there', async () => {
  const { admin, ana, suporte } = h.one
  const { body } = await h.call<Queue>(admin, 'queues.get', { params: { id: suporte } })
  await onScreen(h, admin, <QueueForm queue={body} />)
  await pick(document.body, /^Quem recebe os tickets/, 'O próximo da vez')
  await pick(document.body, /^Tickets de quem sai/, 'Voltam para a espera')
  fill(document.body, /^Tickets abertos por pessoa/, '1')
  fill(document.body, /^Minutos à espera/, '10')
  fill(document.body, /^Horas em que/, '48')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await waitFor(async () => {
    const [row] = await h.db.select().from(queues).where(eq(queues.id, suporte))
    expect(row).toMatchObject({
      assignMode: 'turn',
      assignAway: 'queue',
      assignCeiling: 1,
      assignSkillMinutes: 10,
      assignStickyHours: 48,
    })
  })
  const console = await h.connect(ana)
  const given = async (number: string) => {
    await h.customer(h.one, number, 'Oi')
    const [ticket] = await h.db.select().from(tickets).orderBy(desc(tickets.id)).limit(1)
    return ticket?.id ?? 0
  }
  const first = await given('5511977770001')
  await expect.poll(async () => (await h.ticket(first)).userId).toBe(ana.id)
  const second = await given('5511977770002')
  await h.call(ana, 'tickets.update', { params: { id: first }, body: { status: 'closed', justClose: true } })
  await expect.poll(async () => (await h.ticket(second)).userId).toBe(ana.id)
  console.close()
})

it('a person’s ceiling and skills are typed into their record', async () => {
  const { admin, bia } = h.one
  const tag = await h.insert(tags, { companyId: h.one.id, name: 'Inglês' })
  await onScreen(h, admin, <UsersScreen />)
  await userEvent.click(await screen.findByRole('button', { name: `Editar ${bia.name}` }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByDisplayValue(bia.name)
  fill(dialog, /^Tickets abertos, no máximo/, '3')
  await pick(dialog, /^Habilidades/, 'Inglês')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  await waitFor(async () => {
    const [row] = await h.db.select().from(users).where(eq(users.id, bia.id))
    expect(row?.ticketCeiling).toBe(3)
  })
  expect(await h.db.select().from(userSkills).where(eq(userSkills.userId, bia.id))).toMatchObject([
    { tagId: tag.id, companyId: h.one.id },
  ])
})

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

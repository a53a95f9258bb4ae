/** A queue hands out what waits to who is here; a break in one console sends it, and what was open, to the other. */
import { Colleague, expect, signIn, test, toastSaid } from './fixtures'
import { openLists, row, showList, stillRowIds } from './fixtures/desk'

interface Ticket {
  id: number
  status: string
  userId: number | null
  queueId: number | null
  isGroup: boolean
  chatbot: boolean
}

test('what waits is given to who is here, and goes on to a colleague while she is on a break', async ({
  fresh: turno,
}) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await openLists(page)
  const admin = await Colleague.signIn(await turno.server(), 'admin@demo.turno')
  const users = await admin.must<{ id: number; email: string; queues: { id: number }[] }[]>(
    'GET',
    '/users/list',
  )
  const [ana, carla] = ['ana', 'carla'].map(name => users.find(({ email }) => email === `${name}@demo.turno`))
  const queueId = ana?.queues.find(({ id }) => carla?.queues.some(one => one.id === id))?.id ?? 0
  const list = async (status: string): Promise<Ticket[]> =>
    ((await admin.tickets(`status=${status}&showAll=true`)) as unknown as Ticket[]).filter(
      one => one.queueId === queueId && !one.isGroup && !one.chatbot,
    )
  await showList(page, 'Aguardando')
  const shown = await stillRowIds(page)
  const ticket = (await list('pending')).find(({ id }) => shown.includes(id))
  const now = (id: number) => admin.must<Ticket>('GET', `/tickets/${id}`)
  const owner = async (id: number): Promise<number | null> => (await now(id)).userId
  if (!ana || !carla || !ticket) throw new Error('the demo has no such people and tickets')

  await test.step('the moment an administrator says so, what waits is in her list', async () => {
    await admin.must('PUT', `/queue/${queueId}`, { assignMode: 'load', assignAway: 'next' })
    await expect.poll(() => owner(ticket.id)).toBe(ana.id)
    await expect(row(page, ticket.id)).toHaveCount(0)
  })

  await test.step('on her break nothing is given to her; the bar says why and how long', async () => {
    await page.keyboard.press('Control+Shift+X')
    const dialog = page.getByRole('dialog', { name: 'Fazer uma pausa' })
    await dialog.getByRole('combobox', { name: 'Motivo' }).click()
    await page.locator('.ant-select-item-option', { hasText: 'Almoço' }).click()
    await expect(dialog.getByLabel('Duração prevista, em minutos')).toHaveValue('60')
    await dialog.getByRole('button', { name: 'Começar a pausa' }).click()
    await expect(page.getByTestId('own-break')).toHaveText('Em pausa: Almoço · 0 min')
    const more = await admin.must<Ticket>('PUT', `/tickets/${ticket.id}`, { status: 'pending', userId: null })
    await expect(row(page, ticket.id)).toBeVisible()
    expect(await now(more.id)).toMatchObject({ status: 'pending', userId: null })
  })

  await test.step('a colleague who comes has it, and what was open in the queue goes on to her', async () => {
    const socket = await (await Colleague.signIn(await turno.server(), 'carla@demo.turno')).connect()
    await expect.poll(() => owner(ticket.id)).toBe(carla.id)
    const left = async (): Promise<number> =>
      (await list('open')).filter(({ userId }) => userId === ana.id).length
    await expect.poll(left).toBe(0)
    socket.disconnect()
  })

  await test.step('a press ends the break', async () => {
    await page.getByTestId('own-break').click()
    await toastSaid(page, 'Pausa encerrada.')
    await expect(page.getByTestId('own-break')).toHaveCount(0)
  })
})

/** A ticket put aside in one console is aside in the other, and comes back on top with its reason; so does what somebody wanted to be reminded of. */
import { Colleague, expect, signIn, test, toastSaid } from './fixtures'
import { bubbles, header, leaveList, openFirst, openLists, row, rowIds, showList } from './fixtures/desk'

test('a ticket that is put aside is back on top at its time, with a notice, and a reminder leads to its message', async ({
  turno,
}) => {
  test.slow()
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  const id = await openFirst(page, 'Atendendo')
  const carla = await Colleague.signIn(await turno.server(), 'carla@demo.turno')
  const socket = await carla.connect(id)
  const heard: { ticket?: { id: number; snoozedUntil: string | null } }[] = []
  socket.on(`company-${carla.companyId}-ticket`, told => heard.push(told))

  await test.step('by the key it leaves both consoles’ lists for “Adiados”, with its time', async () => {
    await page.keyboard.press('Control+Shift+H')
    await page.getByRole('menuitem', { name: /Amanhã de manhã/ }).click()
    // Asked where the simulated customer waits for an answer.
    const asked = page.getByRole('dialog', { name: 'Adiar quem espera resposta?' })
    await expect.poll(async () => (await asked.isVisible()) || (await row(page, id).count()) === 0).toBe(true)
    if (await asked.isVisible()) await asked.getByRole('button', { name: 'Adiar' }).click()
    await toastSaid(page, 'Ticket adiado')
    await expect(row(page, id)).toHaveCount(0)
    await expect.poll(() => heard.findLast(one => one.ticket?.id === id)?.ticket?.snoozedUntil).toBeTruthy()
    await page.keyboard.press('Control+5')
    await expect(page.getByRole('tab', { name: 'Adiados' })).toHaveAttribute('aria-selected', 'true')
    await expect(row(page, id).getByRole('button', { name: /Adiado até/ })).toBeVisible()
    await row(page, id).getByRole('button').first().click()
    await expect(header(page)).toContainText('Adiado até')
  })

  await test.step('at its time it is on top of those in work, unseen, and its agent is notified', async () => {
    await leaveList(page)
    await page.locator('a[href="/todolist"]').first().click()
    await carla.must('PUT', `/tickets/${id}/snooze`, { until: new Date(Date.now() + 2_000).toISOString() })
    // A simulated customer may have written to it meanwhile, which has a notice of the same ticket.
    await turno.control.until(
      'notification',
      d => d.id === `turno-ticket:${id}` && d.title === 'Um ticket adiado voltou',
      { timeout: 20_000 },
    )
    await openLists(page)
    await showList(page, 'Atendendo')
    await expect.poll(async () => (await rowIds(page))[0]).toBe(id)
    await expect(row(page, id).getByRole('button', { name: /Adiado até/ })).toBeVisible()
  })

  await test.step('a reminder is announced at its time, and its notice opens the conversation at the message', async () => {
    await row(page, id).getByRole('button').first().click()
    // The first ones may be of an earlier ticket of the same contact.
    const messageId = await bubbles(page).last().getAttribute('data-message-id')
    const status = await page.evaluate(
      async body => {
        const dueAt = new Date(Date.now() + 2_000).toISOString()
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch('/api/reminders', {
          ...{ method: 'POST', headers },
          body: JSON.stringify({ ...body, dueAt }),
        })
        return answer.status
      },
      { ticketId: id, messageId, note: 'Ligar antes' },
    )
    expect(status).toBe(200)
    await page.locator('a[href="/todolist"]').first().click()
    await expect(page.getByRole('link', { name: /Ligar antes/ })).toBeVisible()
    const { details } = await turno.control.until('notification', d =>
      String(d.id).startsWith('turno-reminder:'),
    )
    expect(details).toMatchObject({ title: 'Lembrete', body: expect.stringContaining('Ligar antes') })
    await turno.control.ask('clickNotification', Number(details.number))
    await expect.poll(() => page.url()).toContain(`message=${messageId}`)
    await expect(page.locator(`[data-message-id="${messageId}"]`)).toBeVisible()
  })
  socket.disconnect()
})

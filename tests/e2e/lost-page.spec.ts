/** A page that is gone comes back with what the agent had in hand, and says so (issue 4, "Security and packaging"). */
import { expect, signIn, test } from './fixtures'
import { bubble, composer, draftKept, openFirst, row, write } from './fixtures/desk'

for (const how of ['crashes', 'hangs'] as const) {
  test(`a console that ${how} is loaded again, with its ticket and its draft`, async ({ fresh: turno }) => {
    let page = await turno.page
    const { control } = turno
    await signIn(page, 'ana@demo.turno')
    const id = await openFirst(page, 'Atendendo')
    await write(page, 'Saiu antes')
    await composer(page).fill('Ainda estou escrevendo isto')
    await draftKept(page, 'Ainda estou escrevendo isto')
    const [console] = await control.ask('windows')
    const before = page
    if (how === 'crashes') await control.ask('crashWindow', console?.id ?? 0)
    else {
      await control.ask('hangWindow', console?.id ?? 0, true)
      await expect.poll(async () => (await control.ask('dialogs')).length).toBe(1)
      // "Wait" is the first and the safe answer; the second is "load again".
      await control.ask('answerDialog', 'showMessageBox', { response: 1 })
    }
    await expect
      .poll(async () => {
        page = await turno.page
        return page !== before
      })
      .toBe(true)
    await expect(row(page, id).locator('[data-row-button]')).toHaveAttribute('aria-current', 'true')
    await expect(composer(page)).toHaveValue('Ainda estou escrevendo isto')
    await expect(bubble(page, 'Saiu antes')).toHaveCount(1)
    if (how === 'crashes') {
      const [said] = await control.ask('dialogs')
      expect(JSON.stringify(said)).toContain('está guardado')
    }
  })
}

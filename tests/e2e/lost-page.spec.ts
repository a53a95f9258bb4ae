/** A page that is gone comes back with what the agent had in hand, and says so. */
import { expect, signIn, test } from './fixtures'
import { bubble, composer, draftKept, openFirst, row, write } from './fixtures/desk'

test('a console whose page is gone', async ({ fresh: turno }) => {
  test.setTimeout(300_000)
  let page = await turno.page
  const { control } = turno
  await signIn(page, 'ana@demo.turno')
  const id = await openFirst(page, 'Atendendo')
  // A page that hung leaves no question behind; the word about a crash stays open.
  for (const how of ['hangs', 'crashes'] as const)
    await test.step(`a console that ${how} is loaded again, with its ticket and its draft`, async () => {
      await write(page, `Saiu antes: ${how}`)
      await composer(page).fill(`Ainda estou escrevendo isto: ${how}`)
      await draftKept(page, `Ainda estou escrevendo isto: ${how}`)
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
      await expect(composer(page)).toHaveValue(`Ainda estou escrevendo isto: ${how}`)
      await expect(bubble(page, `Saiu antes: ${how}`)).toHaveCount(1)
      if (how === 'crashes') {
        const [said] = await control.ask('dialogs')
        expect(JSON.stringify(said)).toContain('está guardado')
      }
    })
})

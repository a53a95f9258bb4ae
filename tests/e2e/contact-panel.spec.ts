/** What stands beside a conversation: details, tags, notes, earlier tickets, media (docs/specification.md 1.2). */
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures'
import { openFirst, openTicket, stillRowIds } from './fixtures/desk'

test.use({ company: 'common' })

const panel = (page: Page) => page.locator('[data-pane="contact"]')
const note = (page: Page) => panel(page).getByRole('textbox', { name: 'Nova observação' })

test('the panel beside a conversation', async ({ turno }) => {
  test.setTimeout(300_000)
  const page = await turno.page
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'ana@demo.turno')

  await test.step('a note begun waits while one looks at another ticket; the panel belongs to its ticket', async () => {
    const id = await openFirst(page, 'Atendendo')
    const other = (await stillRowIds(page, 2)).find(one => one !== id)
    if (other === undefined) throw new Error('the demo has one ticket only')
    const name = await page.locator('[data-pane="conversation"] header h2').innerText()
    await expect(panel(page)).toContainText(name)
    await note(page).fill('Ainda não terminei')
    await openTicket(page, other)
    await expect(note(page)).toHaveValue('')
    await openTicket(page, id)
    await expect(note(page)).toHaveValue('Ainda não terminei')
  })

  await test.step('earlier tickets open read only, media is shown, and folding is remembered', async () => {
    const id = await openFirst(page, 'Atendendo')
    // Asked as Ana: an admin is told of tickets that she may not read.
    const { tickets, messages } = await page.evaluate(async ticket => {
      const ask = async (path: string) => (await fetch(`/api${path}`)).json()
      const { contactId } = await ask(`/tickets/${ticket}`)
      const [earlier, media] = await Promise.all([
        ask(`/contacts/${contactId}/tickets`),
        ask(`/contacts/${contactId}/media`),
      ])
      return { tickets: earlier.tickets as unknown[], messages: media.messages as unknown[] }
    }, id)

    await panel(page).getByRole('button', { name: 'Tickets anteriores' }).click()
    if (tickets.length > 1) {
      await panel(page)
        .getByRole('button', { name: /^Ler o ticket/ })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText('Só leitura')).toBeVisible()
      await expect(dialog.getByRole('textbox')).toHaveCount(0)
      await page.keyboard.press('Escape')
    } else await expect(panel(page).getByText('Nenhum ticket anterior')).toBeVisible()
    await panel(page).getByRole('button', { name: 'Mídia' }).click()
    if (messages.length === 0)
      await expect(panel(page).getByText('Nenhuma mídia trocada com este contato')).toBeVisible()
    else
      await expect(
        panel(page)
          .getByRole('button', { name: /^(Ver a imagem|Baixar)/ })
          .first(),
      ).toBeVisible()

    await panel(page).getByRole('button', { name: 'Observações' }).click()
    await expect(note(page)).toHaveCount(0)
    await panel(page).getByRole('button', { name: 'Fechar os dados do contato' }).click()
    await expect(panel(page)).toHaveCount(0)
    await page.reload()
    await expect(page.locator('[data-pane="conversation"] header h2')).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Dados do contato' }).click()
    await expect(panel(page)).toBeVisible()
    await expect(note(page)).toHaveCount(0)

    // Without room beside the thread it folds by itself, lies over when asked for, and Esc puts it away.
    await page.setViewportSize({ width: 1024, height: 720 })
    await expect(panel(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Dados do contato' }).click()
    await expect(panel(page)).toBeVisible()
    await panel(page).getByRole('button', { name: 'Editar contato' }).focus()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
  })
})

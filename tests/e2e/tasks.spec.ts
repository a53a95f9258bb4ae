/** How many presses three people's usual tasks take (docs/look.md, section 14): what is typed into a field counts as nothing. */
import type { Page } from '@playwright/test'
import { expect, signIn, signOut, test } from './fixtures'
import { composer, offered, openLists, rows, showList } from './fixtures/desk'

test.use({ company: 'common' })

/** Counts presses of the mouse and of keys that write nothing, from now on. @returns how many there were since. */
async function counted(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let presses = 0
    const count = (): void => {
      presses += 1
    }
    window.addEventListener('pointerdown', count, true)
    window.addEventListener('keydown', ({ key, ctrlKey }) => (key.length > 1 || ctrlKey) && count(), true)
    Reflect.set(window, 'pressesSoFar', () => presses)
  })
  const soFar = () => page.evaluate(() => (Reflect.get(window, 'pressesSoFar') as () => number)())
  const before = await soFar()
  return async () => (await soFar()) - before
}

test('three usual tasks take no more presses than they took', async ({ turno }) => {
  const page = await turno.page

  await test.step('an agent accepts who waits, answers and resolves', async () => {
    await signIn(page, 'ana@demo.turno')
    await openLists(page)
    await showList(page, 'Atendendo')
    const presses = await counted(page)
    await page.getByRole('tab', { name: /^Aguardando/ }).click()
    const first = rows(page).first()
    await first.hover()
    await first.getByRole('button', { name: /^Aceitar/ }).click()
    await composer(page).pressSequentially('Bom dia! Já vejo.')
    await composer(page).press('Enter')
    await expect(composer(page)).toHaveValue('')
    await page.locator('[data-pane="conversation"] header').getByRole('button', { name: 'Resolver' }).click()
    await expect(page.getByText('Ticket resolvido').first()).toBeVisible()
    expect(await presses()).toBe(4)
    await signOut(page)
  })

  await test.step('an admin adds a colleague to a queue', async () => {
    await signIn(page, 'admin@demo.turno')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const presses = await counted(page)
    await page.getByRole('link', { name: 'Usuários', exact: true }).click()
    await page.getByRole('button', { name: 'Adicionar usuário' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nome').pressSequentially('Davi Nunes')
    await dialog.getByLabel('E-mail').click()
    await page.keyboard.type(`davi.${Date.now()}@demo.turno`)
    await dialog.getByLabel('Senha', { exact: true }).click()
    await page.keyboard.type('senha-do-davi')
    await dialog.getByRole('combobox', { name: 'Filas' }).click()
    await page.keyboard.type('Vendas')
    await expect(offered(page, 'Vendas')).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await presses()).toBe(8)
  })

  await test.step('an owner sees how satisfied customers were in ninety days', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    const presses = await counted(page)
    await page.getByRole('link', { name: 'Relatórios' }).first().click()
    await page.getByRole('link', { name: 'Satisfação' }).click()
    await page.getByRole('combobox', { name: 'Período' }).click()
    await page.getByTitle('Últimos 90 dias').click()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    expect(await presses()).toBe(4)
  })
})

/** Everybody's settings: each choice is made on the screen and looked for where it counts. */
import { readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signIn, type Turno, test } from './fixtures'
import { composer, openFirst, rows, write } from './fixtures/desk'

const SECTIONS = [
  'Conta',
  'Aparência',
  'Atendimento',
  'Avisos e sons',
  'Áudio',
  'Atalhos',
  'Início e bandeja',
  'Privacidade e dados',
  'Servidor',
  'Sobre o Turno',
] as const

async function begin(turno: Turno, email = 'ana@demo.turno'): Promise<Page> {
  const page = await turno.page
  await signIn(page, email)
  await expect(page.getByRole('banner')).toBeVisible()
  return page
}

/** Through the account menu, as a person without the administrators' menu does. */
async function openSettings(page: Page, section?: (typeof SECTIONS)[number]): Promise<void> {
  await page.getByRole('button', { name: /^Conta:/ }).click()
  await page.getByRole('menuitem', { name: 'Configurações' }).click()
  if (section) await goTo(page, section)
}
const goTo = (page: Page, section: string): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Seções das configurações' })
    .getByRole('link', { name: section, exact: true })
    .click()

const choice = (page: Page, set: string, name: string) =>
  page.getByRole('radiogroup', { name: set }).getByRole('radio', { name, exact: true })

const findings = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(' | ')}`)
}

test('theme, size and language hold at once, in main and after a restart', async ({ turno }) => {
  let page = await begin(turno)
  await openSettings(page, 'Aparência')
  await choice(page, 'Tema', 'Escuro').check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await choice(page, 'Tamanho do texto', 'Grande').check()
  const size = () => page.evaluate(() => getComputedStyle(document.body).fontSize)
  await expect.poll(size).toBe('16px')
  await choice(page, 'Idioma', 'English').check()
  await expect(page.getByRole('heading', { name: 'Appearance', level: 2 })).toBeVisible()
  const path = `${turno.dataDir}/settings.json`
  expect(JSON.parse(readFileSync(path, 'utf8')).preferences).toMatchObject({
    theme: 'dark',
    fontSize: 16,
    language: 'en',
  })
  page = await turno.restart()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect.poll(size).toBe('16px')
  await expect(page.getByRole('link', { name: 'Tickets' }).first()).toBeVisible()
})

test('a shortcut is given other keys, taken from another, switched off and restored', async ({ turno }) => {
  let page = await begin(turno)
  await openSettings(page, 'Atalhos')
  const line = (id: string) => page.locator(`[data-shortcut="${id}"]`)
  await line('attach')
    .getByRole('button', { name: /^Alterar/ })
    .click()
  await page.keyboard.press('Control+c')
  await expect(line('attach').getByRole('alert')).toContainText('pertence ao sistema')
  await page.keyboard.press('j')
  await expect(line('attach').getByRole('alert')).toContainText('enquanto você digita')
  await page.keyboard.press('Control+Shift+T')
  await expect(line('attach').getByRole('alert')).toContainText('já é usado por “Transferir”')
  await page.keyboard.press('Escape')
  await expect(line('attach').getByRole('alert')).toHaveCount(0)
  await expect(line('attach')).toContainText('Ctrl+U')

  // Tags get the transfer's keys, by keyboard alone; the transfer has none then.
  await line('tags')
    .getByRole('button', { name: /^Alterar/ })
    .press('Enter')
  await page.keyboard.press('Control+Shift+T')
  await line('tags').getByRole('button', { name: 'Usar aqui' }).press('Enter')
  await expect(line('tags')).toContainText('Ctrl+Shift+T')
  await expect(line('transfer')).toContainText('desligado')
  await line('palette')
    .getByRole('button', { name: /^Desligar/ })
    .click()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  page = await turno.restart()
  await expect(rows(page).first()).toBeVisible()
  await openFirst(page, 'Atendendo')
  await page.keyboard.press('Control+Shift+T')
  await expect(page.getByRole('combobox', { name: /tags|etiquetas/i })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+,')
  await goTo(page, 'Atalhos')
  await page.getByRole('button', { name: 'Restaurar todos' }).click()
  await expect(line('transfer')).toContainText('Ctrl+Shift+T')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the microphone is tried, and listened to', async ({ turno }) => {
  const page = await begin(turno)
  await openSettings(page, 'Áudio')
  await expect(page.getByRole('combobox', { name: 'Dispositivo' })).toBeVisible()
  await page.getByRole('button', { name: 'Testar microfone' }).click()
  const meter = page.getByRole('meter', { name: 'Nível do microfone' })
  await expect
    .poll(async () => Number(await meter.evaluate((element: HTMLMeterElement) => element.value)))
    .toBeGreaterThan(5)
  await expect(page.getByText('0:02')).toBeVisible()
  await page.getByRole('button', { name: 'Parar e ouvir' }).click()
  const player = page.getByLabel('Gravação de teste')
  await expect(player).toBeVisible()
  await expect
    .poll(() => player.evaluate((element: HTMLAudioElement) => element.duration))
    .toBeGreaterThan(1.5)
  // It goes with the screen, and into no draft.
  const source = await player.getAttribute('src')
  await goTo(page, 'Conta')
  await expect.poll(() => page.evaluate(async url => (await fetch(url)).status, source ?? '')).toBe(404)
  const drafts = await page.evaluate(async () => await window.turno.drafts.list())
  expect(drafts).toMatchObject({ ok: true, value: [] })
})

test('local data is counted and erased, drafts stay; choices are reset and taken back', async ({ turno }) => {
  const page = await begin(turno)
  await openFirst(page, 'Atendendo')
  await composer(page).fill('ainda não terminei')
  await expect
    .poll(() => page.evaluate(async () => JSON.stringify(await window.turno.drafts.list())))
    .toContain('ainda não terminei')
  await openSettings(page, 'Privacidade e dados')
  const count = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd')
  await expect(count('Mensagens vistas')).not.toHaveText(/^(0|…)$/)
  await page.getByRole('button', { name: 'Apagar dados locais' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar dados locais' }).click()
  await expect(page.getByText('Dados locais apagados.')).toBeVisible()
  await expect(count('Mensagens vistas')).toHaveText('0')
  await expect(count('Rascunhos')).toHaveText('1')
  const found = await page.evaluate(async () => await window.turno.search.local({ text: 'pedido' }))
  expect(found).toMatchObject({ ok: true, value: { messages: [], tickets: [] } })

  await goTo(page, 'Aparência')
  await choice(page, 'Tema', 'Escuro').check()
  await goTo(page, 'Privacidade e dados')
  await page.getByRole('button', { name: 'Restaurar configurações' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restaurar configurações' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('the diagnostics report shows what leaves, and nobody in it', async ({ turno }) => {
  const page = await begin(turno)
  await openFirst(page, 'Atendendo')
  await write(page, 'segredo do cliente 11 98765-4321')
  await openSettings(page, 'Sobre o Turno')
  await page.getByRole('button', { name: 'Gerar relatório' }).click()
  const text = await page.getByTestId('diagnostics').inputValue()
  expect(text).toContain('workspace of this computer')
  expect(text).toContain('stagesMs')
  expect(text).not.toMatch(/segredo|98765|@demo|Ana Martins|Loja Demo|eyJ|Bearer [^[]/i)
  await page.getByRole('button', { name: 'Salvar como arquivo' }).click()
  const { details } = await turno.control.until('download', one => one.state === 'completed')
  expect(readFileSync(String(details.savePath), 'utf8')).toBe(text)
  await expect(page.getByTestId('downloads')).toContainText('Salvo em downloads')
})

test('a list of contacts arrives as a file', async ({ turno }) => {
  const page = await begin(turno, 'admin@demo.turno')
  await page.getByRole('link', { name: 'Contatos', exact: true }).click()
  await page.getByRole('button', { name: /^Exportar/ }).click()
  const { details } = await turno.control.until('download', one => one.state === 'completed')
  expect(readFileSync(String(details.savePath), 'utf8').split('\n').length).toBeGreaterThan(5)
  await expect(page.getByTestId('downloads')).toContainText('.csv')
})

test('dictionaries are chosen, and the right button corrects and copies', async ({ turno }) => {
  const page = await begin(turno)
  const languages = () =>
    turno.control.happenings.filter(one => one.kind === 'spell-checker').at(-1)?.details.languages
  expect(languages()).toEqual(['pt-BR'])
  await openSettings(page, 'Atendimento')
  await page.getByRole('combobox', { name: 'Idiomas verificados' }).click()
  await page
    .getByTitle(/Espanhol/)
    .first()
    .click()
  await page.keyboard.press('Escape')
  await expect.poll(languages).toEqual(['es-ES'])
  await page.getByRole('link', { name: 'Atendimentos', exact: true }).click()
  await openFirst(page, 'Atendendo')
  await composer(page).fill('texto')
  await composer(page).click({ button: 'right' })
  await expect
    .poll(async () => JSON.stringify(await turno.control.ask('popup')))
    .toMatch(/Colar.*Selecionar tudo/)
})

test('the way in for everybody, the company apart for administrators, and the way out', async ({ turno }) => {
  const page = await begin(turno, 'admin@demo.turno')
  await page.getByRole('link', { name: 'Configurações' }).click()
  await goTo(page, 'Empresa')
  await expect(page.getByText('As configurações da empresa ainda não estão nesta versão')).toBeVisible()
  await goTo(page, 'Conta')
  await page.getByRole('button', { name: 'Ver e editar perfil' }).click()
  await expect(page.getByRole('dialog', { name: 'Perfil' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sair', exact: true }).last().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sair', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await signIn(page, 'ana@demo.turno')
  await openSettings(page)
  await expect(page.getByRole('link', { name: 'Empresa', exact: true })).toHaveCount(0)
})

test('every section is free of serious findings in both themes, and fits a narrow screen', async ({
  turno,
}) => {
  test.slow()
  const page = await begin(turno)
  await openSettings(page)
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate(name => window.turno.preferences.set({ theme: name }), theme)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    for (const section of SECTIONS) {
      await goTo(page, section)
      await expect(page.getByRole('heading', { name: section, level: 2 })).toBeVisible()
      expect(await findings(page), `${section}, ${theme}`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 390, height: 844 })
  for (const section of SECTIONS) {
    await goTo(page, section)
    await expect(page.getByRole('heading', { name: section, level: 2 })).toBeVisible()
    const over = await page.evaluate(() => {
      const pane = document.querySelector('main [tabindex="-1"]')
      return pane ? pane.scrollWidth - pane.clientWidth : -1
    })
    expect(over, section).toBe(0)
  }
})

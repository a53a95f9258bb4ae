/** Everybody's settings: each choice is made on the screen and looked for where it counts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, signIn, type Turno, test, toastSaid } from './fixtures'
import { bubble, composer, openFirst, openLists, rows, write } from './fixtures/desk'

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
  await expect
    .poll(() => JSON.parse(readFileSync(path, 'utf8')).preferences)
    .toMatchObject({ theme: 'dark', fontSize: 16, language: 'en' })
  page = await turno.restart()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect.poll(size).toBe('16px')
  await expect(page.getByRole('link', { name: 'Tickets' }).first()).toBeVisible()
})

test('files and keys at work: what comes in, what is dropped and what Enter does', async ({ turno }) => {
  test.slow()
  const page = await begin(turno)
  await test.step('received files are saved, opened when they only show, and never run', async () => {
    const earlier = existsSync(turno.downloads) ? readdirSync(turno.downloads) : []
    await openFirst(page, 'Atendendo')
    const card = (name: string) => page.locator('article[data-message-id]').getByRole('button', { name })
    const send = async (name: string): Promise<void> => {
      await page.getByTestId('composer-files').setInputFiles({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from('%PDF-1.4 contrato'),
      })
      await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeEnabled()
      await page.getByRole('button', { name: 'Enviar', exact: true }).click()
      await expect(card(`Baixar ${name}`)).toBeVisible()
    }
    await send('contrato.pdf')
    await card('Baixar contrato.pdf').click()
    const { details } = await turno.control.until('download', one => one.state === 'completed')
    expect(String(details.savePath)).toBe(`${turno.downloads}/contrato.pdf`)
    expect(readFileSync(String(details.savePath), 'utf8')).toBe('%PDF-1.4 contrato')
    // Saved once; the card opens it from now on.
    await card('Abrir contrato.pdf').click()
    const opened = await turno.control.until('open-path')
    expect(opened.details.path).toBe(details.savePath)

    await send('instalar.exe')
    await card('Baixar instalar.exe').click()
    await card('Mostrar instalar.exe na pasta').click()
    const shown = await turno.control.until('show-item')
    expect(String(shown.details.path)).toMatch(/instalar\.exe$/)
    expect(turno.control.happenings.filter(one => one.kind === 'open-path')).toHaveLength(1)

    // "Save as" asks; no is no.
    await turno.control.ask('answerDialog', 'showSaveDialog', { canceled: true, filePath: '' })
    const saveAs = async (): Promise<void> => {
      await card('Mostrar instalar.exe na pasta').click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Salvar como…' }).click()
    }
    await saveAs()
    await turno.control.until('dialog-answered')
    const saved = readdirSync(turno.downloads).filter(name => !earlier.includes(name))
    expect(saved.sort()).toEqual(['contrato.pdf', 'instalar.exe'])
    await turno.control.ask('answerDialog', 'showSaveDialog', {
      canceled: false,
      filePath: `${turno.downloads}/outro.bin`,
    })
    await saveAs()
    await expect.poll(() => existsSync(`${turno.downloads}/outro.bin`)).toBe(true)
  })

  await test.step('what Enter does, the signature and the side menu follow the choice', async () => {
    await openSettings(page, 'Atendimento')
    await choice(page, 'Enviar mensagens com', 'Ctrl+Enter').check()
    await page.getByRole('switch', { name: 'Assinar mensagens' }).click()
    await page.getByRole('link', { name: 'Atendimentos', exact: true }).click()
    await openFirst(page, 'Atendendo')
    await composer(page).fill('sem assinatura')
    await composer(page).press('Enter')
    await expect(composer(page)).toHaveValue('sem assinatura\n')
    // Right after a switch of tickets the composer ignores Enter for a moment, on purpose.
    await expect(async () => {
      await composer(page).press('Control+Enter')
      await expect(bubble(page, 'sem assinatura')).toHaveCount(1, { timeout: 2_000 })
    }).toPass()
    await expect(bubble(page, 'sem assinatura')).not.toContainText('Ana')
  })

  await test.step('a file dropped anywhere on the tickets goes to the open one; elsewhere it goes nowhere', async () => {
    const drop = (selector: string) =>
      page.evaluate(where => {
        const data = new DataTransfer()
        data.items.add(new File(['olá'], 'nota.txt', { type: 'text/plain' }))
        const at = document.querySelector(where)
        const fire = (type: string) => {
          const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true })
          at?.dispatchEvent(event)
          return event.defaultPrevented
        }
        return [fire('dragenter') || fire('dragover'), fire('drop')]
      }, selector)
    await openFirst(page, 'Atendendo')
    expect(await drop('[data-pane="list"]')).toEqual([true, true])
    // The row of the ticket tells of it as well, a moment later.
    await expect(page.locator('[data-pane="conversation"]').getByText('nota.txt')).toBeVisible()
    await openSettings(page)
    await expect(page.getByRole('heading', { name: 'Conta', level: 2 })).toBeVisible()
    // Prevented: the page would otherwise be replaced by the file.
    expect(await drop('[data-pane="content"]')).toEqual([true, true])
    await expect(page.getByRole('heading', { name: 'Conta', level: 2 })).toBeVisible()
  })
})

test('a shortcut is given other keys, taken from another, switched off and restored', async ({ turno }) => {
  let page = await begin(turno)
  await openSettings(page, 'Atalhos')
  const line = (id: string) => page.locator(`[data-shortcut="${id}"]`)
  await line('attach')
    .getByRole('button', { name: /^Alterar/ })
    .click()
  await expect(line('attach').getByRole('status')).toBeVisible()
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
  await expect(line('tags').getByRole('status')).toBeVisible()
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

test('sound, notices and local data: each choice is made on the screen and holds where it counts', async ({
  turno,
}) => {
  test.slow()
  const page = await begin(turno)
  await test.step('the microphone is tried, and listened to', async () => {
    await openSettings(page, 'Áudio')
    await expect(page.getByRole('combobox', { name: 'Dispositivo' })).toBeVisible()
    await page.getByRole('button', { name: 'Testar microfone' }).click()
    const meter = page.getByRole('meter', { name: 'Nível do microfone' })
    await expect
      .poll(async () => Number(await meter.evaluate((element: HTMLMeterElement) => element.value)))
      .toBeGreaterThan(5)
    await expect(page.getByText(/^0:(?:0[2-9]|[1-5]\d)$/)).toBeVisible()
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

  await test.step('notices: what they show, their sounds, their silence, and a system that blocks them', async () => {
    await openSettings(page, 'Avisos e sons')
    await page.getByRole('button', { name: 'Enviar aviso de teste' }).click()
    await turno.control.until('notification', details => String(details.id).includes('test'))
    await expect(page.getByText('Os avisos estão chegando a este computador.')).toBeVisible()

    const asked = page.waitForRequest(/\/local\/sounds\/knock\.wav/)
    await page.getByRole('button', { name: 'Ouvir o som: Chat interno' }).click()
    await asked
    await page.getByRole('combobox', { name: 'Som: Chat interno' }).click()
    await page.getByTitle('Sem som').last().click()
    await expect(page.getByRole('button', { name: 'Ouvir o som: Chat interno' })).toBeDisabled()
    await page.getByRole('switch', { name: 'Mostrar aviso: Chat interno' }).click()
    await page.getByRole('switch', { name: 'Silenciar tudo' }).click()
    await choice(page, 'O que os avisos mostram', 'Só o nome').check()
    const path = `${turno.dataDir}/settings.json`
    await expect
      .poll(() => JSON.parse(readFileSync(path, 'utf8')).preferences.attention)
      .toMatchObject({ silent: true, privacy: 'name', sounds: { chat: 'none' }, notices: { chat: false } })

    // The tray's menu knows of the pause at once.
    await page.getByRole('switch', { name: 'Estou ausente' }).click()
    await expect
      .poll(() =>
        page.evaluate(async () => (await window.turno.attention.state()) as { value?: { paused: boolean } }),
      )
      .toMatchObject({ value: { paused: true } })
    await page.getByRole('button', { name: '30 min', exact: true }).click()
    await expect(page.getByText(/Adiados até \d\d:\d\d/)).toBeVisible()
    await page.getByRole('button', { name: 'Voltar a avisar' }).click()
    await expect(page.getByText('Só os clientes em espera deixam de ser anunciados.')).toBeVisible()

    await turno.control.ask('setNotificationPolicy', { failing: 'disabled in settings' })
    await page.getByRole('button', { name: 'Enviar aviso de teste' }).click()
    await expect(page.getByRole('alert')).toContainText('O sistema está bloqueando os avisos do Turno')
    await page.getByRole('button', { name: 'Abrir configurações do sistema' }).click()
    if (process.platform === 'linux') await expect(page.getByRole('alert')).toContainText('Notificações')
  })

  await test.step('local data is counted and erased, drafts stay; choices are reset and taken back', async () => {
    await openLists(page)
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
    await toastSaid(page, 'Dados locais apagados.')
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

  await test.step('the diagnostics report shows what leaves, and nobody in it', async () => {
    await openLists(page)
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
})

test('dictionaries are chosen, and the right button corrects and copies', async ({ fresh: turno }) => {
  const page = await begin(turno)
  const languages = () =>
    turno.control.happenings.filter(one => one.kind === 'spell-checker').at(-1)?.details.languages
  await expect.poll(languages).toEqual(['pt-BR'])
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

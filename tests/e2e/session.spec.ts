/** Staying signed in over a restart, and what is kept where a session ends: by a sign-out, by the server, by another computer. */
import { askToLeave, Colleague, expect, signIn, signOut, test } from './fixtures'
import { bubble, composer, draftKept, openFirst, openTicket, rows, showList, write } from './fixtures/desk'

test('a restart keeps the session, the place and the draft; a sign-out keeps none', async ({ wired }) => {
  const { turno } = wired
  let page = await turno.page
  await signIn(page, 'ana@demo.turno')
  const id = await openFirst(page, 'Atendendo')
  const place = new URL(page.url()).pathname
  await composer(page).fill('Ainda não terminei de escrever isto')
  await draftKept(page, 'Ainda não terminei de escrever isto')

  page = await turno.restart()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Entrar' })).toHaveCount(0)
  if (new URL(page.url()).pathname !== place) {
    await showList(page, 'Atendendo')
    await openTicket(page, id)
  }
  await expect(composer(page)).toHaveValue('Ainda não terminei de escrever isto')

  await signOut(page)
  page = await turno.restart()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
})

test('a sign-out with messages that have not left asks first, and can send them before', async ({
  atWork,
}) => {
  const { wire, page, id } = atWork
  wire.cut()
  await write(page, 'Uma que espera')
  await write(page, 'Outra que espera')
  const question = page.getByRole('dialog', { name: 'Há mensagens que não saíram' })
  await askToLeave(page)
  await expect(question).toContainText('2 mensagens ainda não chegaram ao servidor')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(question).toHaveCount(0)
  // The keyboard is where it was, not at the top of the page.
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  await expect(bubble(page, 'Uma que espera')).toBeVisible()

  await askToLeave(page)
  await question.getByRole('button', { name: 'Enviar antes de sair' }).click()
  await expect(question).toContainText(/Sem conexão: 2|Enviando: faltam 2/)
  wire.mend()
  // Once the last one is with the server, the sign-out goes on by itself.
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await signIn(page, 'ana@demo.turno')
  await showList(page, 'Atendendo')
  await page.locator(`[data-ticket-id="${id}"] [data-row-button]`).click()
  for (const text of ['Uma que espera', 'Outra que espera']) await expect(bubble(page, text)).toHaveCount(1)
})

test('a session that really ends leads to the sign-in and keeps what was being written', async ({
  atWork,
}) => {
  const { wire, page, id } = atWork
  await composer(page).fill('Isto não pode se perder')

  wire.meddle = ({ path, authorization }) => {
    if (path === '/api/auth/refresh_token')
      return { status: 401, body: JSON.stringify({ error: 'ERR_SESSION_EXPIRED' }) }
    return authorization === ''
      ? null
      : { status: 401, body: JSON.stringify({ error: 'ERR_SESSION_EXPIRED' }) }
  }
  // Whatever asks the server next ends the session: this press, unless something else came before it and the tab is gone.
  await page.getByRole('tab', { name: 'Resolvidos' }).evaluateAll(tabs => {
    for (const tab of tabs) if (tab instanceof HTMLElement) tab.click()
  })
  await expect(page.getByText('Sua sessão terminou.')).toBeVisible()
  wire.meddle = () => null
  await signIn(page, 'ana@demo.turno')
  await showList(page, 'Atendendo')
  await page.locator(`[data-ticket-id="${id}"] [data-row-button]`).click()
  await expect(composer(page)).toHaveValue('Isto não pode se perder')
})

test('the same account on another computer ends this session and says why', async ({ wired }) => {
  const { page, workspace } = wired
  await signIn(page, 'bruno@demo.turno')
  await expect(page.getByRole('status', { name: /^Conectado/ })).toBeVisible()
  await page.getByRole('link', { name: 'Tarefas' }).click()
  await page.getByRole('textbox', { name: 'Nova tarefa' }).fill('Ligar para Rita')
  await page.keyboard.press('Enter')
  await Colleague.signIn(workspace.url, 'bruno@demo.turno')
  await expect(page.getByText('Sua conta foi acessada em outro computador.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()

  await test.step('what the person wrote for themselves is there again, after their own sign-out too', async () => {
    const task = page.getByRole('list', { name: 'Lista de tarefas' }).getByText('Ligar para Rita')
    await signIn(page, 'bruno@demo.turno')
    await page.getByRole('link', { name: 'Tarefas' }).click()
    await expect(task).toBeVisible()
    await askToLeave(page)
    const question = page.getByRole('dialog')
    await expect(question).toContainText('ficam neste computador sua lista de tarefas')
    await question.getByRole('button', { name: 'Sair' }).click()
    await signIn(page, 'ana@demo.turno')
    await page.getByRole('link', { name: 'Tarefas' }).click()
    await expect(page.getByText('Nenhuma tarefa', { exact: true })).toBeVisible()
    await signOut(page)
    await signIn(page, 'bruno@demo.turno')
    await page.getByRole('link', { name: 'Tarefas' }).click()
    await expect(task).toBeVisible()
  })
})

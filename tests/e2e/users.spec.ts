/** People of the company: what admins do with them, and what everybody may change about oneself. */
import { Colleague, DEMO_PASSWORD, expect, signIn, signOut, test, toastSaid } from './fixtures'
import { rows } from './fixtures/desk'

test.use({ company: 'common' })

const HOSTILE = '<img src=x onerror=alert(1)> Zé'

test('an admin among the people of the company, and an agent', async ({ turno }) => {
  test.setTimeout(300_000)
  const page = await turno.page
  await test.step('an admin adds, changes, finds and deletes a user', async () => {
    const dialogs: string[] = []
    page.on('dialog', dialog => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await signIn(page, 'admin@demo.turno')
    await page.getByRole('link', { name: 'Usuários' }).click()
    const table = page.getByRole('table', { name: 'Usuários' })
    const line = (text: string) => table.getByRole('row').filter({ hasText: text })
    await expect(line('ana@demo.turno')).toBeVisible()

    // Rules under the fields, in the words of the form.
    await page.getByRole('button', { name: 'Adicionar usuário' }).click()
    const form = page.getByRole('dialog', { name: 'Adicionar usuário' })
    await expect(form.getByLabel('Nome')).toBeFocused()
    await form.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await expect(form.getByText('Obrigatório')).toHaveCount(3)
    await form.getByLabel('Nome').fill('Z')
    await form.getByLabel('E-mail').fill('sem arroba')
    await form.getByLabel('Senha').fill('1234')
    await form.getByLabel('Nome').focus()
    await expect(form.getByText('Muito curto!')).toHaveCount(2)
    await expect(form.getByText('E-mail inválido')).toBeVisible()

    // What the server refuses is said in the dialog, which stays.
    await form.getByLabel('Nome').fill(HOSTILE)
    await form.getByLabel('E-mail').fill('ana@demo.turno')
    await form.getByLabel('Senha').fill(DEMO_PASSWORD)
    await form.getByLabel('Senha').press('Control+Enter')
    await expect(form.getByText('Já existe um usuário com este e-mail.')).toBeVisible()
    await form.getByLabel('E-mail').fill('ze@demo.turno')
    await form.getByLabel('Perfil').click()
    await page.getByTitle('Supervisor', { exact: true }).click()
    await form.getByLabel('Filas').click()
    await page.getByTitle('Vendas', { exact: true }).click()
    await form.getByLabel('Nome').focus()
    await form.getByLabel('Nome').press('Control+Enter')
    await toastSaid(page, 'Usuário salvo com sucesso.')
    await expect(form).toHaveCount(0)
    await expect(line('ze@demo.turno')).toContainText(HOSTILE)
    await expect(line('ze@demo.turno')).toContainText('Supervisor')
    await expect(line('ze@demo.turno')).toContainText('Vendas')
    const ze = await Colleague.signIn(await turno.server(), 'ze@demo.turno')
    expect((await ze.ask('GET', '/dashboard?days=7')).status).toBe(403)

    // Found by a part of the name, accents aside; nobody else is.
    await page.getByRole('textbox', { name: 'Buscar por nome ou e-mail' }).fill('onerror=alert(1)> ze')
    await expect(line('ana@demo.turno')).toHaveCount(0)
    await expect(line('ze@demo.turno')).toBeVisible()
    await page.getByRole('button', { name: 'Limpar' }).click()
    await expect(line('ana@demo.turno')).toBeVisible()

    // A row opens its person; somebody else's change arrives by itself.
    await line('ze@demo.turno').click()
    const edit = page.getByRole('dialog', { name: 'Editar usuário' })
    await edit.getByLabel('Nome').fill('José Lima')
    await edit.getByRole('button', { name: 'Salvar' }).click()
    await expect(line('ze@demo.turno')).toContainText('José Lima')
    await ze.must('PUT', `/users/${ze.id}`, { name: 'Josué Lima', email: 'ze@demo.turno' })
    await expect(line('ze@demo.turno')).toContainText('Josué Lima')

    // Oneself and the platform's super-user cannot be deleted here.
    await line('admin@demo.turno').hover()
    await expect(line('admin@demo.turno').getByRole('button', { name: /^Excluir/ })).toHaveCount(0)
    await expect(line('super@demo.turno').getByRole('button')).toHaveCount(0)
    await line('ze@demo.turno').hover()
    await line('ze@demo.turno').getByRole('button', { name: 'Excluir Josué Lima' }).click()
    const question = page.getByRole('dialog', { name: 'Exclusão de Registro' })
    await question.getByRole('button', { name: 'Excluir' }).click()
    await toastSaid(page, 'Usuário excluído com sucesso.')
    await expect(line('ze@demo.turno')).toHaveCount(0)
    expect(dialogs).toEqual([])
  })

  await signOut(page)

  await test.step('an agent changes the own profile, without role and queues, and cannot open the users', async () => {
    await signIn(page, 'ana@demo.turno')
    await expect(rows(page).first()).toBeVisible()
    await page.getByRole('button', { name: /^Conta/ }).click()
    await page.getByRole('menuitem', { name: 'Perfil' }).click()
    const profile = page.getByRole('dialog', { name: 'Perfil' })
    await expect(profile.getByText('Atendente')).toBeVisible()
    await expect(profile.getByRole('combobox', { name: 'Perfil' })).toHaveCount(0)
    await expect(profile.getByRole('combobox', { name: 'Filas' })).toHaveCount(0)
    await profile.getByLabel('Nome').fill('Ana Martins Reis')
    await profile.getByRole('button', { name: 'Salvar' }).click()
    await toastSaid(page, 'Usuário salvo com sucesso.')
    await expect(page.getByRole('button', { name: 'Conta: Ana Martins Reis' })).toBeVisible()

    await page.evaluate(() => {
      history.pushState(null, '', '/users')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await expect(page.getByText('Esta área é de quem administra')).toBeVisible()
  })
})

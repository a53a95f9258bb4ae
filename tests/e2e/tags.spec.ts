/** Tags: the list every other list is made like, by mouse and by keys, live between two people. */
import { Colleague, expect, signIn, test, toastSaid } from './fixtures'

test.use({ company: 'common' })

test('a supervisor adds, finds, changes and deletes tags by keys, and sees what a colleague does', async ({
  turno,
}) => {
  const page = await turno.page
  await signIn(page, 'carla@demo.turno')
  await page.getByRole('link', { name: 'Tags' }).click()
  const table = page.getByRole('table', { name: 'Tags' })
  const line = (text: string) => table.getByRole('row').filter({ hasText: text })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/tags-light.png` })

  await page.getByRole('button', { name: 'Adicionar tag' }).click()
  const form = page.getByRole('dialog', { name: 'Adicionar tag' })
  await expect(form.getByLabel('Nome')).toBeFocused()
  await form.getByLabel('Nome').fill('ab')
  await form.getByLabel('Nome').press('Control+Enter')
  await expect(form.getByText('Mensagem muito curta')).toBeVisible()
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/tags-dialog.png` })
  await form.getByLabel('Nome').fill('Ágil')
  await form.getByRole('switch', { name: 'Coluna do kanban' }).click()
  await form.getByLabel('Nome').press('Control+Enter')
  await toastSaid(page, 'Operação realizada com sucesso!')
  await expect(form).toBeHidden()

  // Found without accents; the menu of the row by key; the question names what follows.
  await page.getByRole('textbox', { name: 'Buscar tag' }).fill('agil')
  await expect(table.getByRole('row')).toHaveCount(2)
  await line('ÁGIL').focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Editar Ágil' })).toBeVisible()
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/tags-menu.png` })
  await page.getByRole('menuitem', { name: 'Editar Ágil' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar tag' })
  await edit.getByLabel('Nome').fill('Ágil mesmo')

  // A colleague renames it meanwhile: nothing typed is lost, and one is asked.
  const colleague = await Colleague.signIn(await turno.server(), 'admin@demo.turno')
  const tags = await colleague.must<{ id: number; name: string }[]>('GET', '/tags/list')
  const { id } = tags.find(tag => tag.name === 'Ágil') ?? { id: 0 }
  await colleague.must('PUT', `/tags/${id}`, { name: 'Ágil demais' })
  await expect(edit.getByText('Outra pessoa alterou este registro')).toBeVisible()
  await expect(edit.getByText('Ágil demais')).toBeVisible()
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/tags-theirs.png` })
  await edit.getByRole('button', { name: 'Manter o meu' }).click()
  await edit.getByLabel('Nome').press('Control+Enter')
  await expect(edit).toBeHidden()
  await expect(line('ÁGIL MESMO')).toBeVisible()

  // Several at once, in the place of the search line.
  await table.getByRole('checkbox', { name: 'Selecionar Ágil mesmo' }).check()
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/tags-bulk.png` })
  await page.getByRole('button', { name: 'Excluir 1 tag' }).click()
  const question = page.getByRole('dialog', { name: 'Exclusão de Registro' })
  await expect(question.getByText('Nenhum ticket usa esta tag.')).toBeVisible()
  await question.getByRole('button', { name: 'Excluir 1 tag' }).click()
  await expect(page.getByText('Nada encontrado para “agil”')).toBeVisible()
  await page.getByRole('button', { name: 'Limpar' }).last().click()
  await expect(table.getByRole('row').nth(2)).toBeVisible()
  if (process.env.LOOK) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.screenshot({ path: `${process.env.LOOK}/tags-narrow.png` })
  }
})

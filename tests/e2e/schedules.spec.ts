/** A message scheduled from the ticket's menu leaves at its time and stands in the thread. */
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { openDatabase } from '../../electron/database/open'
import { expect, signIn, test, toastSaid } from './fixtures'
import { bubble, header, openFirst, openTicket, stillRowIds } from './fixtures/desk'

test.use({ company: 'common' })

const picture = () => PNG.sync.write(new PNG({ width: 24, height: 16 }))

test('scheduled from the menu, taken back, and sent with its variables', async ({ turno }) => {
  test.setTimeout(300_000)
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await openFirst(page, 'Atendendo')
  // The demo has written to some of the contacts already.
  const db = await openDatabase(join(turno.dataDir, 'workspace', 'workspace.db'))
  const { rows: taken } = await db.execute(
    'select t.id from tickets t join schedules s on s.contact_id = t.contact_id',
  )
  const ids = await stillRowIds(page, 2)
  const id = ids.find(one => !taken.some(row => row.id === one))
  if (id === undefined) throw new Error('every contact has a scheduled message')
  await openTicket(page, id)
  const name = (await header(page).getByRole('heading').getAttribute('title')) ?? ''

  const openDialog = async () => {
    await header(page).getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Agendamento' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Agendar', exact: true })
  const body = dialog.getByLabel('Mensagem', { exact: true })

  await openDialog()
  // The ticket's contact is chosen and an hour from now proposed.
  await expect(dialog.getByTitle(name)).toBeVisible()
  const at = await dialog.getByLabel('Data de envio').inputValue()
  expect(at).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
  await expect(dialog.getByText('Nenhuma mensagem agendada para este contato')).toBeVisible()

  await body.fill(', tudo certo com o pedido? ')
  await body.press('Home')
  await dialog.getByRole('button', { name: 'Inserir Primeiro nome' }).click()
  await expect(body).toHaveValue('{{firstName}}, tudo certo com o pedido? ')
  await body.press('End')
  await dialog.getByRole('button', { name: 'Inserir Protocolo' }).click()
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Escolher imagem' }).click()
  await (await chooser).setFiles({
    name: 'nota.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  })
  await expect(dialog.getByText('Só imagens .png, .jpg ou .jpeg')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remover a imagem nota.pdf' }).click()
  const again = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Escolher imagem' }).click()
  await (await again).setFiles({ name: 'mapa.png', mimeType: 'image/png', buffer: picture() })
  await expect(dialog.getByText('mapa.png')).toBeVisible()
  await submit.click()
  await toastSaid(page, `Mensagem agendada para ${at}`)
  await expect(dialog).toHaveCount(0)

  // A second one is taken back; the first stays listed for whoever looks.
  await openDialog()
  await expect(dialog.getByText('com imagem')).toBeVisible()
  await body.fill('Esta não deve sair')
  await submit.click()
  await expect(dialog).toHaveCount(0)
  await openDialog()
  const second = dialog.getByRole('listitem').filter({ hasText: 'Esta não deve sair' })
  await second.getByRole('button', { name: /^Cancelar o envio/ }).click()
  await expect(second).toHaveCount(0)
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Cancelar', exact: true }).click()

  // Its time comes.
  await db.execute({
    sql: `update schedules set send_at = ? where contact_id = (select contact_id from tickets where id = ?)`,
    args: [Date.now() - 1_000, id],
  })
  db.close()
  const first = name.split(' ')[0] ?? ''
  const sent = bubble(page, `${first}, tudo certo com o pedido?`)
  await expect(sent).toHaveCount(1)
  await expect(sent).not.toContainText('{{')
  await expect(sent.getByRole('img').first()).toBeVisible()
  await openDialog()
  await expect(dialog.getByText('Nenhuma mensagem agendada para este contato')).toBeVisible()
})

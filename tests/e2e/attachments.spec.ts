/** The ways a file comes into a message: pasted, dropped, chosen, several at once, each with its caption. */
import { expect, test } from './fixtures'
import { bubble, bubbles, composer } from './fixtures/desk'

test('a pasted picture, a dropped file and two chosen ones leave together, each once with its caption', async ({
  atWork,
}) => {
  const { page } = atWork
  const tray = page.getByRole('list', { name: 'Anexos' })
  await composer(page).fill('Seguem os documentos.')

  // What a screen shot in the clipboard is: a picture without any text.
  await composer(page).evaluate(async box => {
    const canvas = document.createElement('canvas')
    canvas.width = 64
    canvas.height = 48
    const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/png'))
    const clipboardData = new DataTransfer()
    if (blob) clipboardData.items.add(new File([blob], 'tela.png', { type: 'image/png' }))
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(tray.getByRole('listitem')).toHaveCount(1)
  await page.locator('[data-pane="conversation"]').evaluate(pane => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['%PDF-1.4 contrato'], 'contrato.pdf', { type: 'application/pdf' }))
    for (const type of ['dragenter', 'dragover', 'drop'])
      pane.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  })
  await expect(tray.getByRole('listitem')).toHaveCount(2)
  await page
    .getByTestId('composer-files')
    .setInputFiles(
      ['um.txt', 'dois.txt'].map(name => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })),
    )
  await expect(tray.getByRole('listitem')).toHaveCount(4)

  // Pasted words stay words, also when a program puts a picture of them beside them.
  await composer(page).evaluate(box => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'palavras')
    clipboardData.items.add(new File(['x'], 'palavras.png', { type: 'image/png' }))
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  const caption = (name: string | RegExp) => tray.getByRole('textbox', { name })
  await caption(/^Legenda de contrato\.pdf/).fill('O contrato')
  await caption(/^Legenda de um\.txt/).fill('O primeiro')
  await tray.getByRole('button', { name: 'Remover dois.txt' }).click()
  await expect(tray.getByRole('listitem')).toHaveCount(3)

  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(tray).toHaveCount(0)
  await expect(composer(page)).toHaveValue('')
  await expect(bubble(page, 'Seguem os documentos.').and(bubbles(page))).toHaveCount(1)
  await expect(bubble(page, 'O contrato').and(bubbles(page))).toContainText('contrato.pdf')
  await expect(bubble(page, 'O primeiro').and(bubbles(page))).toContainText('um.txt')
  const picture = bubbles(page).locator('img[src^="/media/"]').last()
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate(one => (one as HTMLImageElement).naturalWidth)).toBe(64)
  await expect(page.getByText('dois.txt')).toHaveCount(0)
})

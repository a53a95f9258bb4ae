/** Files on their way: pasted, dropped and chosen into a message; received ones onto the disk, and opened where they only show. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, signIn, test } from './fixtures'
import { bubble, bubbles, composer, openFirst } from './fixtures/desk'

test('files leave by paste, drop and choice, each once with its caption; received ones are saved, and never run', async ({
  turno,
}) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await openFirst(page, 'Atendendo')
  await test.step('a pasted picture, a dropped file and two chosen ones leave together', async () => {
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
    // Dropped on the list: anywhere on the tickets means the open one.
    await page.locator('[data-pane="list"]').evaluate(pane => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['%PDF-1.4 contrato'], 'contrato.pdf', { type: 'application/pdf' }))
      for (const type of ['dragenter', 'dragover', 'drop'])
        pane.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    })
    await expect(tray.getByRole('listitem')).toHaveCount(2)
    await page.getByTestId('composer-files').setInputFiles(
      ['instalar.exe', 'dois.txt'].map(name => ({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(name),
      })),
    )
    await expect(tray.getByRole('listitem')).toHaveCount(4)
    await tray.getByRole('textbox', { name: /^Legenda de contrato\.pdf/ }).fill('O contrato')
    await tray.getByRole('button', { name: 'Remover dois.txt' }).click()
    await expect(tray.getByRole('listitem')).toHaveCount(3)

    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(tray).toHaveCount(0)
    await expect(composer(page)).toHaveValue('')
    await expect(bubble(page, 'Seguem os documentos.').and(bubbles(page))).toHaveCount(1)
    await expect(bubble(page, 'O contrato').and(bubbles(page))).toContainText('contrato.pdf')
    const picture = bubbles(page).locator('img[src^="/media/"]').last()
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate(one => (one as HTMLImageElement).naturalWidth)).toBe(64)
    await expect(page.getByText('dois.txt')).toHaveCount(0)
  })

  await test.step('received files are saved, opened when they only show, and never run', async () => {
    const card = (name: string) => page.locator('article[data-message-id]').getByRole('button', { name })
    await card('Baixar contrato.pdf').click()
    const { details } = await turno.control.until('download', one => one.state === 'completed')
    expect(String(details.savePath)).toBe(`${turno.downloads}/contrato.pdf`)
    expect(readFileSync(String(details.savePath), 'utf8')).toBe('%PDF-1.4 contrato')
    // Saved once; the card opens it from now on.
    await card('Abrir contrato.pdf').click()
    const opened = await turno.control.until('open-path')
    expect(opened.details.path).toBe(details.savePath)

    await card('Baixar instalar.exe').click()
    await card('Mostrar instalar.exe na pasta').click()
    const shown = await turno.control.until('show-item')
    expect(String(shown.details.path)).toMatch(/instalar\.exe$/)
    expect(turno.control.happenings.filter(one => one.kind === 'open-path')).toHaveLength(1)
    expect(readdirSync(turno.downloads).sort()).toEqual(['contrato.pdf', 'instalar.exe'])

    // "Save as" asks where to.
    const filePath = `${turno.downloads}/outro.bin`
    await turno.control.ask('answerDialog', 'showSaveDialog', { canceled: false, filePath })
    await card('Mostrar instalar.exe na pasta').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Salvar como…' }).click()
    await expect.poll(() => existsSync(filePath)).toBe(true)
  })
})

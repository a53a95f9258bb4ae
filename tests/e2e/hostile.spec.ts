/** Hostile input on every way in: notes, tags, cards, names, colours, sizes. All shown as text, or refused in words. */
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openDatabase } from '../../electron/database/open'
import { Colleague, expect, signIn, test } from './fixtures'
import { bubble, composer, header, openFirst, row, showList, write } from './fixtures/desk'

const MARKUP = '<img src=x onerror="window.__hacked=1"><script>window.__hacked=2</script>'
/** Five code points that are one picture: man, joiner, woman, joiner, girl. */
const FAMILY = '👨‍👩‍👧'
const RIGHT_TO_LEFT = '\u202Efdp.exe\u202C'

/** Collects whatever ran or opened although it must not. */
function watch(page: Page): () => Promise<string[]> {
  const found: string[] = []
  page.on('pageerror', error => found.push(error.message))
  page.on('dialog', dialog => {
    found.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return async () => {
    const ran = await page.evaluate(() => (window as { __hacked?: unknown }).__hacked)
    const made = await page.locator('img[src="x"], [onerror], [onload], a[href^="javascript:"]').count()
    return [
      ...found,
      ...(ran === undefined ? [] : [`ran: ${ran}`]),
      ...(made === 0 ? [] : [`${made} elements`]),
    ]
  }
}

test('hostile input on every way in is shown as text, or refused in words', async ({ turno }) => {
  test.slow()
  const db = await openDatabase(join(turno.dataDir, 'workspace', 'workspace.db'))
  const badColour = 'red;background:url(https://evil.example/x)'
  await db.execute({ sql: 'update queues set color = ? || id', args: [badColour] })
  const page = await turno.page
  await page.setViewportSize({ width: 1440, height: 900 })
  const outside: string[] = []
  page.on('request', request => {
    if (request.url().includes('evil.example')) outside.push(request.url())
  })
  const ran = watch(page)
  await signIn(page, 'ana@demo.turno')
  const admin = await Colleague.signIn(await turno.server(), 'admin@demo.turno')

  await test.step('a message of 65,000 characters is sent whole, one over the limit is refused in words, pictures stay whole', async () => {
    const id = await openFirst(page, 'Atendendo')
    const mine = async () =>
      (
        await admin.must<{ messages: { body: string; fromMe: boolean }[] }>(
          'GET',
          `/messages/${id}?markAsRead=false`,
        )
      ).messages.filter(message => message.fromMe)

    const long = `Longa ${'palavra '.repeat(8_124)}`.slice(0, 65_000)
    await write(page, long)
    await expect(bubble(page, 'Longa palavra')).toHaveCount(1)
    await expect
      .poll(async () => (await mine()).some(message => message.body.endsWith(long.trim())))
      .toBe(true)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide).toBeLessThanOrEqual(0)

    await composer(page).fill('y'.repeat(65_537))
    // Counted as it would leave, with the signature.
    await expect(page.getByText(/^Mensagem longa demais: 65\.5\d\d de 65\.536 caracteres/)).toBeVisible()
    await composer(page).press('Enter')
    await expect(composer(page)).toHaveValue('y'.repeat(65_537))

    await write(page, FAMILY)
    await expect(bubble(page, FAMILY)).toHaveCount(1)
    await write(page, `Arquivo ${RIGHT_TO_LEFT} depois`)
    const turned = bubble(page, 'depois')
    await expect(turned).toContainText(RIGHT_TO_LEFT)
    // The mark turns its own words only: the hour stands where it stands in every bubble.
    const hourOf = (text: string) =>
      bubble(page, text)
        .locator('time')
        .last()
        .evaluate(time => {
          const whole = time.closest('article')?.getBoundingClientRect().right ?? 0
          return Math.round(whole - time.getBoundingClientRect().right)
        })
    // A bubble gives way to the server's copy of itself now and then: measured until both stand.
    await expect
      .poll(async () => {
        const hours = [await hourOf('depois'), await hourOf(FAMILY)]
        return hours[0] === hours[1] && hours.every(hour => hour > 0)
      })
      .toBe(true)
    await expect.poll(async () => (await mine()).filter(m => m.body.includes(FAMILY)).length).toBe(1)
    await showList(page, 'Atendendo')
    await expect(row(page, id)).toContainText('depois')
    expect(await ran()).toEqual([])
  })

  await test.step('a file over 100 MB is refused with the limit before anything is read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turno-big-'))
    const path = join(folder, 'enorme.zip')
    const file = openSync(path, 'w')
    ftruncateSync(file, 100 * 1024 * 1024 + 1)
    closeSync(file)
    try {
      await openFirst(page, 'Atendendo')
      await composer(page).fill('Segue o arquivo')
      await page.getByTestId('composer-files').setInputFiles(path)
      await expect(page.getByText('enorme.zip: passa do limite de 100 MB.')).toBeVisible()
      await expect(composer(page)).toHaveValue('Segue o arquivo')
      await expect(page.getByRole('textbox', { name: /^Legenda/ })).toHaveCount(0)
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    }
  })

  await test.step('markup in notes, tags, names, cards and transfers is text, and colours that are none colour nothing', async () => {
    const id = await openFirst(page, 'Atendendo')
    const ticket = await admin.must<{ contactId: number; uuid: string; contact: { number: string } }>(
      'GET',
      `/tickets/${id}`,
    )

    // A queue without a usable colour keeps its name, and its bar the common colour.
    const bar = row(page, id).locator('[aria-hidden="true"]').first()
    expect(await bar.getAttribute('style')).toBeNull()
    expect(await page.locator('[style*="evil"]').count()).toBe(0)

    const panel = page.locator('[data-pane="contact"]')
    await panel
      .getByRole('textbox', { name: 'Nova observação' })
      .fill(`Nota ${MARKUP} ${RIGHT_TO_LEFT} ${FAMILY}`)
    await page.keyboard.press('Control+Enter')
    await expect(panel.getByRole('list', { name: 'Observações do contato' })).toContainText(MARKUP)
    await panel.getByRole('button', { name: 'Adicionar tag' }).click()
    await page.keyboard.type('<b>tag</b>&"')
    await page.getByText('Criar a tag “<b>tag</b>&"”').click()
    await expect(panel.getByText('<B>TAG</B>&"')).toBeVisible()
    await expect(row(page, id)).toContainText('<B>TAG</B>&"')

    const name = `${FAMILY} Zé ${MARKUP.slice(0, 24)}`
    await admin.must('PUT', `/contacts/${ticket.contactId}`, {
      name,
      number: ticket.contact.number,
      extraInfo: [{ name: '<i>campo</i>', value: MARKUP }],
    })
    await expect(header(page).getByRole('heading')).toHaveText(name)
    await expect(row(page, id)).toContainText(name)
    await page.setViewportSize({ width: 390, height: 844 })
    // Ten characters as people count them: the family is one of them and stays whole.
    await expect(header(page).getByRole('heading')).toHaveText(`${FAMILY} Zé <img …`)
    await page.setViewportSize({ width: 1440, height: 900 })

    // Cards: names with markup, a line break for another card, and a number that is none.
    const card = `BEGIN:VCARD\nVERSION:3.0\nFN:${MARKUP}\nORG:<svg onload=1>\nTEL;waid=5511987654321:+55 11 98765-4321\nEND:VCARD\nBEGIN:VCARD\nFN:Sem número ${RIGHT_TO_LEFT}\nTEL:javascript:alert(1)\nEND:VCARD`
    await admin.say(id, 'segue o cartão')
    await expect(bubble(page, 'segue o cartão')).toBeVisible()
    const last = await db.execute({
      sql: 'select id from messages where ticket_id = ? order by seq desc limit 1',
      args: [id],
    })
    await db.execute({
      sql: `update messages set media_type = 'contactMessage', body = ? where id = ?`,
      args: [card, String(last.rows[0]?.id)],
    })
    await page.reload()
    const shown = page.locator(`[data-message-id="${last.rows[0]?.id}"]`)
    await expect(shown).toContainText(MARKUP)
    await expect(shown).toContainText('<svg onload=1>')
    await expect(shown.getByRole('button', { name: /^Iniciar conversa com/ })).toHaveCount(1)

    // The note for the next agent.
    await admin.must('PUT', `/tickets/${id}`, {
      status: 'open',
      userId: admin.id,
      handoverNote: `Recado ${MARKUP}`,
    })
    const back = await admin.must<{ users: { id: number; email: string }[] }>('GET', '/users/?pageNumber=1')
    const ana = back.users.find(one => one.email === 'ana@demo.turno')
    await admin.must('PUT', `/tickets/${id}`, {
      status: 'open',
      userId: ana?.id,
      handoverNote: `Recado ${MARKUP}`,
    })
    await expect(page.getByRole('complementary', { name: 'Passagem de atendimento' })).toContainText(MARKUP)
    expect(await ran()).toEqual([])
    expect(outside).toEqual([])
    db.close()
  })
})

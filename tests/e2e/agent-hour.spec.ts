/**
 * An agent's hour, as hands do it, on an older server with all its quirks in bad weather: sign in, take a waiting
 * customer, answer, be read and answered, say the same thing three times, quote, send a file, look something up, change a
 * message, resolve, reopen, give back.
 */
import { expect, type Page } from '@playwright/test'
import { startCompatServer } from '../compat/server'
import { signIn, test } from './fixtures'
import { bubble, bubbles, composer, header, openFirst, row, rows, showList, write } from './fixtures/desk'
import { expectDiscreet } from './fixtures/discreet'

// As most people see it: everything moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** A name nobody else uses in the demo data. */
const stamp = (): string => Math.random().toString(36).slice(2, 8)

/** How many drawn bubbles show exactly this text, waiting ones included. */
const countOf = (page: Page, text: string) => bubble(page, text)

/** Writes the first words into a composer that has just appeared: keys of the first blink are not for it. */
async function writeFirst(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await expect(async () => {
    await composer(page).press('Enter')
    await expect(composer(page)).toHaveValue('', { timeout: 1_000 })
  }).toPass()
}

async function accept(page: Page): Promise<number> {
  const id = await openFirst(page, 'Aguardando')
  await expect(composer(page)).toHaveCount(0)
  await header(page).getByRole('button', { name: 'Aceitar' }).click()
  await expect(composer(page)).toBeVisible()
  await expect(page.getByRole('tab', { name: /Atendendo/ })).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, id)).toBeVisible()
  return id
}

/** Plays the hour: from a console at its sign-in screen on. */
async function agentHour(page: Page): Promise<void> {
  const travel = { timeout: 45_000 }

  await signIn(page, 'ana@demo.turno')
  const id = await accept(page)

  // Answer, be read, be answered.
  const hello = `Bom dia! Já estou olhando ${stamp()}`
  await writeFirst(page, hello)
  await expect(countOf(page, hello)).toHaveCount(1)
  await expect(bubble(page, hello).getByRole('img', { name: 'lida' })).toBeVisible(travel)
  await expect
    .poll(
      () =>
        bubbles(page).evaluateAll(
          (all, said) => all.slice(all.findIndex(one => one.textContent?.includes(said)) + 1).length,
          hello,
        ),
      travel,
    )
    .toBeGreaterThan(0)

  // The same words three times in a row are three messages, each once.
  const again = `Um momento ${stamp()}`
  for (let i = 0; i < 3; i++) await write(page, again)
  await expect(countOf(page, again)).toHaveCount(3)
  await expect(bubble(page, again).getByRole('img', { name: /^(lida|entregue)$/ })).toHaveCount(3, travel)
  await expect(bubble(page, again).and(bubbles(page))).toHaveCount(3, travel)

  // A file, with its caption.
  const caption = `Segue o comprovante ${stamp()}`
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: 'comprovante.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGNgYPiPB41KD0NpAGbUx0nE5wGHAAAAAElFTkSuQmCC',
        'base64',
      ),
    })
  await page.getByRole('textbox', { name: /^Legenda/ }).fill(caption)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(bubble(page, caption).and(bubbles(page))).toHaveCount(1, travel)

  // Look it up, and come back.
  await showList(page, 'Atendendo')
  await expect(row(page, id)).toBeVisible()

  // Resolve, find it among the resolved, take it up again.
  await header(page).getByRole('button', { name: 'Resolver' }).click()
  await expect(row(page, id)).toHaveCount(0, travel)
  await showList(page, 'Resolvidos')
  await expect(row(page, id)).toBeVisible(travel)
  await row(page, id).locator('[data-row-button]').click()
  await header(page).getByRole('button', { name: 'Reabrir' }).click()
  await expect(composer(page)).toBeVisible(travel)
  await showList(page, 'Atendendo')
  await expect(row(page, id)).toBeVisible(travel)
  await expect(countOf(page, again)).toHaveCount(3)

  // Give it back; it waits again, and is gone from one's own.
  await page.keyboard.press('Control+Shift+P')
  await expect(row(page, id)).toHaveCount(0, travel)
  await showList(page, 'Aguardando')
  await expect(rows(page).first()).toBeVisible(travel)
  // Who has waited longest stands first: it may be further down than what is drawn.
  const found = async (): Promise<number> => {
    await rows(page).last().scrollIntoViewIfNeeded()
    return await row(page, id).count()
  }
  await expect.poll(found, travel).toBe(1)
}

test('an agent’s hour with a clock 1 h ahead, a slow line and failing requests, of which the log says nothing', async ({
  installation,
}) => {
  const server = await startCompatServer({
    replyAfterMs: 900,
    faults: { latencyMs: 300, failShare: 0.02, clockSkewMs: 3_600_000 },
  })
  try {
    const page = await installation.start({ env: { TURNO_SERVER_URL: server.url } })
    await agentHour(page)
    expectDiscreet(installation)
  } finally {
    await server.close()
  }
})

/** Voice messages, from Chromium’s fake microphone to the file on the server. */
import type { Locator, Page } from '@playwright/test'
import { readMp3 } from '../support/mp3-frames'
import { expect, findings, signIn, test } from './fixtures'
import { composer, openFirst } from './fixtures/desk'
import { TONE_HZ } from './fixtures/tone'

test.use({ company: 'common' })

const bar = (page: Page): Locator => page.getByTestId('recorder-bar')
const drafts = (page: Page): Locator => page.getByTestId('voice-draft')
const record = (page: Page): Promise<void> => page.getByRole('button', { name: 'Gravar áudio' }).click()

/** Starts a recording and waits until it lasts at least so many seconds. */
async function speak(page: Page, seconds: number): Promise<void> {
  await record(page)
  await expect(bar(page)).toHaveAttribute('data-phase', 'recording')
  await expect
    .poll(async () => Number((await page.getByRole('timer').textContent())?.split(':').at(-1)))
    .toBeGreaterThanOrEqual(seconds)
}

/** The last voice bubble's file as the server serves it. */
async function sentFile(page: Page): Promise<{ url: string; bytes: Uint8Array }> {
  const answer = await page.evaluate(async () => {
    const id = Number(
      document
        .querySelector('[data-row-button][aria-current="true"]')
        ?.closest('[data-ticket-id]')
        ?.getAttribute('data-ticket-id'),
    )
    const thread = await fetch(`/api/messages/${id}?pageNumber=1`)
    const { messages } = (await thread.json()) as { messages: { mediaUrl: string | null; fromMe: boolean }[] }
    const url = messages.findLast(one => one.fromMe && one.mediaUrl)?.mediaUrl ?? ''
    const file = await fetch(new URL(url, location.href).pathname)
    return { url, status: file.status, bytes: [...new Uint8Array(await file.arrayBuffer())] }
  })
  expect(answer.status).toBe(200)
  return { url: answer.url, bytes: Uint8Array.from(answer.bytes) }
}

/** Seconds of the last file sent, 0 while that is still something else. */
async function sentSeconds(page: Page): Promise<number> {
  const { bytes } = await sentFile(page)
  try {
    return readMp3(bytes).seconds
  } catch {
    return 0
  }
}

/**
 * Frequency in the middle of a file, in hertz, and its length in seconds, as the browser decodes it. By the median of its waves:
 * the browser's false microphone has gaps where the machine is short of time.
 */
const listen = (page: Page, bytes: Uint8Array) =>
  page.evaluate(
    async list => {
      const context = new OfflineAudioContext(1, 1, 44_100)
      const audio = await context.decodeAudioData(Uint8Array.from(list).buffer)
      const samples = audio.getChannelData(0)
      const from = Math.floor(samples.length / 2)
      const rises: number[] = []
      for (let i = from; i < from + 22_050; i += 1) {
        const [before = 0, after = 0] = [samples[i], samples[i + 1]]
        if (before < 0 && after >= 0) rises.push(i + before / (before - after))
      }
      const periods = rises.slice(1).map((at, i) => at - (rises[i] ?? 0))
      const median = periods.sort((a, b) => a - b)[periods.length >> 1] ?? 0
      return { hertz: 44_100 / median, seconds: audio.duration }
    },
    [...bytes],
  )

test('a voice message from the microphone to the server', async ({ turno }) => {
  test.slow()
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')

  await openFirst(page, 'Atendendo')
  await test.step('no page but the recorder hears anything, and it only while one records', async () => {
    const earlier = (await turno.control.ask('history', 'permission')).length
    const tries = () =>
      page.evaluate(() =>
        navigator.mediaDevices.getUserMedia({ audio: true }).then(
          () => 'heard',
          (error: Error) => error.name,
        ),
      )
    expect(await tries()).toBe('NotAllowedError')
    await speak(page, 1)
    expect(await tries()).toBe('NotAllowedError')
    const refused = await page.evaluate(() =>
      window.turno.recorder.start({ ticketId: 1 }).then(answer => (answer.ok ? 'begun' : answer.code)),
    )
    expect(refused).toBe('BRIDGE_FAILED')
    const granted = (await turno.control.ask('history', 'permission'))
      .slice(earlier)
      .filter(({ details }) => details.permission === 'media' && details.granted)
      .map(({ details }) => details.contents)
    expect(new Set(granted).size).toBe(1)
    await page.keyboard.press('Escape')
    await expect(bar(page)).toHaveCount(0)
  })

  await test.step('what is spoken reaches the server as an MP3 of the right length, after one has listened to it', async () => {
    await speak(page, 2)

    // Pausing stops the clock.
    await bar(page).getByRole('button', { name: 'Pausar gravação' }).click()
    await expect(bar(page)).toHaveAttribute('data-phase', 'paused')
    await bar(page).getByRole('button', { name: 'Continuar gravação' }).click()
    await expect(bar(page)).toHaveAttribute('data-phase', 'recording')
    await bar(page).getByRole('button', { name: 'Parar e ouvir' }).click()

    await expect(drafts(page)).toHaveCount(1)
    await expect(composer(page)).toBeFocused()
    expect(await findings(page), 'a draft').toEqual([])
    const told = await page.evaluate(async () => {
      const kept = await window.turno.drafts.list()
      return kept.ok ? (kept.value.flatMap(draft => draft.attachments)[0]?.duration ?? 0) : 0
    })
    expect(told).toBeGreaterThanOrEqual(2)
    await drafts(page)
      .getByRole('button', { name: /Ouvir|Reproduzir|Tocar/ })
      .click()
    await expect
      .poll(() =>
        drafts(page)
          .getByRole('slider')
          .evaluate(one => (one as HTMLInputElement).valueAsNumber),
      )
      .toBeGreaterThan(0)

    await composer(page).press('Enter')
    await expect(drafts(page)).toHaveCount(0)
    const own = page
      .locator('article[data-message-id]')
      .filter({ has: page.getByRole('slider') })
      .last()
    await expect(own.getByRole('slider')).toBeVisible()
    await expect.poll(() => sentSeconds(page)).toBeGreaterThanOrEqual(2)

    const { bytes } = await sentFile(page)
    const facts = readMp3(bytes)
    expect(facts).toMatchObject({ kbps: [128], rates: [44_100], mono: true })
    expect(Math.abs(facts.seconds - told)).toBeLessThan(0.15)
    const heard = await listen(page, bytes)
    expect(Math.abs(heard.seconds - told)).toBeLessThan(0.15)
    expect(Math.abs(heard.hertz - TONE_HZ)).toBeLessThan(8)
  })

  await test.step('by keys alone; Esc throws away, and the window with the microphone goes with its recording', async () => {
    await page.getByRole('button', { name: 'Gravar áudio' }).focus()
    await page.keyboard.press('Enter')
    await expect(bar(page)).toHaveAttribute('data-phase', 'recording')
    await expect(page.getByRole('button', { name: /^Parar e ouvir/ })).toBeFocused()
    expect(await findings(page), 'recording').toEqual([])
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(bar(page)).toHaveAttribute('data-phase', 'paused')
    await page.keyboard.press('Escape')
    await expect(bar(page)).toHaveCount(0)
    await expect(drafts(page)).toHaveCount(0)
    await expect(composer(page)).toBeVisible()
    const windows = await turno.control.ask('windows')
    expect(windows.filter(one => one.url.includes('recorder'))).toEqual([])
  })
})

/** Voice messages, from Chromium’s fake microphone to the file on the server. */
import type { Locator, Page } from '@playwright/test'
import { readMp3 } from '../support/mp3-frames'
import { expect, signIn, test } from './fixtures'
import { composer, openFirst } from './fixtures/desk'
import { TONE_HZ } from './fixtures/tone'

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
    await speak(page, 3)

    // Pausing stops the clock.
    await bar(page).getByRole('button', { name: 'Pausar gravação' }).click()
    await expect(bar(page)).toHaveAttribute('data-phase', 'paused')
    await bar(page).getByRole('button', { name: 'Continuar gravação' }).click()
    await expect(bar(page)).toHaveAttribute('data-phase', 'recording')
    await bar(page).getByRole('button', { name: 'Parar e ouvir' }).click()

    await expect(drafts(page)).toHaveCount(1)
    await expect(composer(page)).toBeFocused()
    const told = await page.evaluate(async () => {
      const kept = await window.turno.drafts.list()
      return kept.ok ? (kept.value.flatMap(draft => draft.attachments)[0]?.duration ?? 0) : 0
    })
    expect(told).toBeGreaterThanOrEqual(3)
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
    await expect.poll(() => sentSeconds(page)).toBeGreaterThanOrEqual(3)

    const { bytes } = await sentFile(page)
    const facts = readMp3(bytes)
    expect(facts).toMatchObject({ kbps: [128], rates: [44_100], mono: true })
    expect(Math.abs(facts.seconds - told)).toBeLessThan(0.15)
    const heard = await listen(page, bytes)
    expect(Math.abs(heard.seconds - told)).toBeLessThan(0.15)
    expect(Math.abs(heard.hertz - TONE_HZ)).toBeLessThan(8)
  })

  await test.step('one may send without listening; Esc throws away; too short is discarded without a word', async () => {
    await speak(page, 1)
    await page.keyboard.press('Escape')
    await expect(bar(page)).toHaveCount(0)
    await expect(drafts(page)).toHaveCount(0)
    await expect(composer(page)).toBeVisible()

    // The window with the microphone is gone with its recording.
    const windows = await turno.control.ask('windows')
    expect(windows.filter(one => one.url.includes('recorder'))).toEqual([])

    const stopped = page.evaluate(
      () =>
        new Promise<void>(done => {
          const leave = window.turno.on.recorderChanged(({ phase, takeId }) => {
            if (phase !== 'recording' || takeId === null) return
            leave()
            void window.turno.recorder.stop({ takeId }).then(() => done())
          })
        }),
    )
    await page.keyboard.press('Control+Shift+M')
    await stopped
    await expect(bar(page)).toHaveCount(0)
    await expect(drafts(page)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)

    await speak(page, 1)
    const sent = async () => new URL((await sentFile(page)).url, page.url()).pathname
    const earlier = await sent()
    await bar(page).getByRole('button', { name: 'Enviar gravação' }).click()
    await expect(bar(page)).toHaveCount(0)
    await expect(drafts(page)).toHaveCount(0)
    await expect.poll(sent).not.toBe(earlier)
    await expect.poll(() => sentSeconds(page)).toBeGreaterThan(0.9)
  })

  await test.step('a microphone that is denied or missing is said, with a way to try again', async () => {
    await page.context().addInitScript(() => {
      const devices = navigator.mediaDevices
      const real = devices?.getUserMedia.bind(devices)
      if (!real) return
      devices.getUserMedia = constraints => {
        const name = localStorage.getItem('test.microphone')
        return name ? Promise.reject(new DOMException('no', name)) : real(constraints)
      }
    })
    await page.evaluate(() => localStorage.setItem('test.microphone', 'NotAllowedError'))
    await record(page)
    const failure = page.getByTestId('recorder-failure')
    await expect(failure).toContainText('não permite')
    await page.evaluate(() => localStorage.setItem('test.microphone', 'NotFoundError'))
    await failure.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(failure).toContainText('Nenhum microfone')
    await page.evaluate(() => localStorage.removeItem('test.microphone'))
    await failure.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(bar(page)).toHaveAttribute('data-phase', 'recording')
    await page.keyboard.press('Escape')
    await expect(composer(page)).toBeVisible()
  })
})

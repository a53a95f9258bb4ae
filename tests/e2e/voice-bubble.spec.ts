/** A voice message of the thread: its length and its waveform before anybody plays it, and nothing over its buttons. */
import { join } from 'node:path'
import { openDatabase } from '../../electron/database/open'
import { expect, signIn, test } from './fixtures'
import { showList } from './fixtures/desk'

test.use({ company: 'common' })

test('a voice message shows length and waveform before it is played, and is sought on it', async ({
  turno,
}) => {
  const page = await turno.page
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'admin@demo.turno')
  await page.getByRole('link', { name: 'Atendimentos' }).first().click()
  await showList(page, 'Atendendo')
  const db = await openDatabase(join(turno.dataDir, 'workspace', 'workspace.db'))
  const { rows } = await db.execute({
    sql: `select m.id, t.uuid from messages m join tickets t on t.id = m.ticket_id
          where m.media_type = 'audio' and m.is_deleted = 0 and t.company_id = 1
          order by (select count(*) from messages later where later.ticket_id = m.ticket_id and later.seq > m.seq)
          limit 1`,
    args: [],
  })
  // As from a server that does not say how long a voice message is.
  await db.execute({ sql: 'update messages set media_duration = null', args: [] })
  db.close()
  const [found] = rows
  await page.evaluate(to => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/tickets/${found?.uuid}`)
  const one = page.locator(`[data-message-id="${found?.id}"]`)
  await expect(async () => {
    if ((await one.count()) === 0) await page.getByTestId('thread-scroll').hover()
    if ((await one.count()) === 0) await page.mouse.wheel(0, -500)
    await expect(one).toBeVisible({ timeout: 400 })
  }).toPass()
  await one.scrollIntoViewIfNeeded()

  await expect(one.locator('[data-measured]')).toHaveCount(1)
  await expect(one.getByText(/^\d:\d\d$/)).toBeVisible()
  const boxOf = async (what: 'pill' | 'time') => {
    const it = what === 'pill' ? one.getByRole('button', { name: /^Velocidade/ }) : one.locator('time')
    const box = await it.boundingBox()
    expect(box).not.toBeNull()
    return box as NonNullable<typeof box>
  }
  const [pill, time] = [await boxOf('pill'), await boxOf('time')]
  const apart =
    time.y >= pill.y + pill.height ||
    time.y + time.height <= pill.y ||
    time.x >= pill.x + pill.width ||
    time.x + time.width <= pill.x
  expect(apart, JSON.stringify({ pill, time })).toBe(true)

  const slider = one.getByRole('slider', { name: 'Posição do áudio' })
  const box = await slider.boundingBox()
  if (!box) throw new Error('no waveform')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  const length = Number(await slider.getAttribute('max'))
  expect(Math.abs(Number(await slider.inputValue()) - length / 2)).toBeLessThan(length * 0.1)
  await page.keyboard.press('Home')
  await expect(slider).toHaveValue('0')
  await page.mouse.click(box.x + box.width / 3, box.y + box.height / 2)
})

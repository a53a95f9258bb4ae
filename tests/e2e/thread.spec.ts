/** The reader's place in a long conversation. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openDatabase } from '../../electron/database/open'
import { Colleague, expect, signIn, test } from './fixtures'
import { bubble, openTicket, showList } from './fixtures/desk'

const OLDER = 400

/** Gives a conversation 400 older messages, of one line and of many. */
async function lengthen(folder: string, ticketId: number): Promise<void> {
  const db = await openDatabase(join(folder, 'workspace.db'))
  const { rows: columns } = await db.execute("select name from pragma_table_info('messages')")
  const own = [
    'seq',
    'id',
    'body',
    'search',
    'from_me',
    'client_id',
    'media_type',
    'quoted_msg_id',
    'created_at',
  ]
  const kept = columns
    .map(({ name }) => String(name))
    .filter(name => !own.includes(name) && !name.startsWith('media_'))
  // Numbered from below the lowest, which the seed leaves free; a minute apart.
  await db.execute({
    sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${OLDER})
      insert into messages (seq, id, body, search, from_me, media_type, created_at, ${kept.join(', ')})
      select -i, 'OLD' || i, 'antiga ' || i || replace(hex(zeroblob((i * 7) % 90)), '00', ' palavra'),
        'antiga ' || i, (i / 3) % 2, 'conversation', m.created_at - i * 60000, ${kept.map(name => `m.${name}`).join(', ')}
      from n, messages m where m.seq = (select min(seq) from messages where ticket_id = ?)`,
    args: [ticketId],
  })
  db.close()
}

const feed = (page: Page) => page.getByTestId('thread-scroll')

interface Place {
  id: string
  top: number
}

/** Messages that stand in the window, with their distance from its upper edge in pixels. */
const places = (page: Page): Promise<Place[]> =>
  feed(page).evaluate(scroll => {
    const { top, bottom } = scroll.getBoundingClientRect()
    return [...scroll.querySelectorAll<HTMLElement>('[data-message-id]')]
      .map(one => ({ id: one.dataset.messageId ?? '', box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > top && box.top < bottom)
      .map(({ id, box }) => ({ id, top: box.top - top }))
  })

/** The same once nothing moves any more. */
async function stillPlaces(page: Page): Promise<Place[]> {
  let before = ''
  let same = 0
  let now: Place[] = []
  await expect
    .poll(
      async () => {
        now = await places(page)
        const text = JSON.stringify(now)
        same = text === before && now.length > 0 ? same + 1 : 0
        before = text
        return same
      },
      { intervals: [100] },
    )
    .toBeGreaterThan(4)
  return now
}

test('older pages that arrive above keep the reader’s place to the pixel', async ({
  installation,
  remote,
}) => {
  const { wire, env, workspace } = remote
  const ana = await Colleague.signIn(workspace.url, 'ana@demo.turno')
  const { tickets } = await ana.must<{ tickets: { id: number }[] }>('GET', '/tickets?status=open')
  const id = tickets[0]?.id ?? 0
  await lengthen(workspace.folder, id)
  const page = await installation.start({ env })
  await signIn(page, 'ana@demo.turno')
  await showList(page, 'Atendendo')
  await openTicket(page, id)
  const box = await feed(page).boundingBox()
  if (!box) throw new Error('no thread')
  await page.mouse.move(box.x + box.width / 2, box.y + 80)

  for (let turn = 1; turn <= 3; turn++) {
    let open = () => {}
    const gate = new Promise<null>(let_ => {
      open = () => let_(null)
    })
    let asked = false
    wire.meddle = ({ method, path }) => {
      if (method !== 'GET' || !path.startsWith(`/api/messages/${id}`) || !path.includes('before='))
        return null
      asked = true
      return gate
    }
    await expect
      .poll(
        async () => {
          for (let i = 0; i < 4; i++) await page.mouse.wheel(0, -300)
          return asked
        },
        { intervals: [80] },
      )
      .toBe(true)
    const before = await stillPlaces(page)
    const height = await feed(page).evaluate(scroll => scroll.scrollHeight)
    // Every frame is watched: a place that is lost and found again is a jump as well.
    await page.evaluate(anchor => {
      const tops: number[] = []
      Object.assign(window, { tops, watching: true })
      const look = () => {
        const scroll = document.querySelector('[data-testid="thread-scroll"]')
        const one = document.querySelector(`[data-message-id="${anchor}"]`)
        if (scroll && one) tops.push(one.getBoundingClientRect().top - scroll.getBoundingClientRect().top)
        if ((window as unknown as { watching: boolean }).watching) requestAnimationFrame(look)
      }
      look()
    }, before[1]?.id ?? '')
    open()
    await expect.poll(() => feed(page).evaluate(scroll => scroll.scrollHeight)).toBeGreaterThan(height)
    const after = new Map((await stillPlaces(page)).map(one => [one.id, one.top]))
    for (const one of before)
      expect(Math.abs((after.get(one.id) ?? Number.NaN) - one.top), `page ${turn}, ${one.id}`).toBeLessThan(1)
    const tops = await page.evaluate(() => {
      const held = window as unknown as { tops: number[]; watching: boolean }
      held.watching = false
      return held.tops
    })
    expect(tops.length).toBeGreaterThan(1)
    const moved = Math.max(...tops) - Math.min(...tops)
    expect(moved, `page ${turn}: ${[...new Set(tops.map(Math.round))].join(' ')}`).toBeLessThan(1)
  }
  wire.meddle = () => null
  await expect(bubble(page, 'antiga')).not.toHaveCount(0)
})

test('a window that is made narrow and wide again keeps the reader’s place, and the end for who was there', async ({
  installation,
  remote,
}) => {
  const { env, workspace } = remote
  const ana = await Colleague.signIn(workspace.url, 'ana@demo.turno')
  const { tickets } = await ana.must<{ tickets: { id: number }[] }>('GET', '/tickets?status=open')
  const id = tickets[0]?.id ?? 0
  await lengthen(workspace.folder, id)
  const page = await installation.start({ env })
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'ana@demo.turno')
  await showList(page, 'Atendendo')
  await openTicket(page, id)
  const fromEnd = () => feed(page).evaluate(one => one.scrollHeight - one.scrollTop - one.clientHeight)
  const SIZES = [
    { width: 390, height: 800 },
    { width: 1280, height: 800 },
  ]

  await test.step('at the end', async () => {
    for (let round = 1; round <= 3; round++)
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await stillPlaces(page)
        expect(await fromEnd(), `${size.width}, round ${round}`).toBeLessThan(2)
      }
  })

  await test.step('further up', async () => {
    const box = await feed(page).boundingBox()
    if (!box) throw new Error('no thread')
    await page.mouse.move(box.x + box.width / 2, box.y + 80)
    await page.mouse.wheel(0, -400)
    const [top] = await stillPlaces(page)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      const [now] = await stillPlaces(page)
      expect(now?.id, `${size.width}`).toBe(top?.id)
      expect(Math.abs((now?.top ?? Number.NaN) - (top?.top ?? 0)), `${size.width}`).toBeLessThan(2)
    }
  })

  await test.step('Ctrl+End leads back to the end', async () => {
    expect(await fromEnd()).toBeGreaterThan(100)
    await page.keyboard.press('Control+End')
    await stillPlaces(page)
    expect(await fromEnd()).toBeLessThan(2)
  })
})

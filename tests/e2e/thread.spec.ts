/** The reader's place in a long conversation, and a conversation that is drawn before it is opened. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openDatabase } from '../../electron/database/open'
import { Colleague, expect, signIn, test } from './fixtures'
import { bubble, bubbles, composer, openTicket, row, showList, stillRowIds } from './fixtures/desk'

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

test('older pages, news below and another width of the window keep the reader’s place to the pixel', async ({
  wired: { wire, workspace, page },
}) => {
  const ana = await Colleague.signIn(workspace.url, 'ana@demo.turno')
  const { tickets } = await ana.must<{ tickets: { id: number }[] }>('GET', '/tickets?status=open')
  const id = tickets[0]?.id ?? 0
  await lengthen(workspace.folder, id)
  await signIn(page, 'ana@demo.turno')
  await showList(page, 'Atendendo')
  await openTicket(page, id)
  const fromEnd = () => feed(page).evaluate(one => one.scrollHeight - one.scrollTop - one.clientHeight)
  const SIZES = [
    { width: 390, height: 800 },
    { width: 1280, height: 800 },
  ]
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await stillPlaces(page)
    expect(await fromEnd(), `at the end, ${size.width}`).toBeLessThan(2)
  }

  const box = await feed(page).boundingBox()
  if (!box) throw new Error('no thread')
  await page.mouse.move(box.x + box.width / 2, box.y + 80)

  for (let turn = 1; turn <= 2; turn++) {
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

  await test.step('news below', async () => {
    const before = await stillPlaces(page)
    await ana.say(id, 'Uma novidade lá embaixo.')
    await expect(row(page, id)).toContainText('Uma novidade lá embaixo.')
    expect(await places(page)).toEqual(before)
  })

  await test.step('another width', async () => {
    const [top] = await stillPlaces(page)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      const [now] = await stillPlaces(page)
      expect(now?.id, `${size.width}`).toBe(top?.id)
      expect(Math.abs((now?.top ?? Number.NaN) - (top?.top ?? 0)), `${size.width}`).toBeLessThan(2)
    }
  })

  await test.step('Ctrl+End leads to the end', async () => {
    expect(await fromEnd()).toBeGreaterThan(100)
    await page.keyboard.press('Control+End')
    await stillPlaces(page)
    expect(await fromEnd()).toBeLessThan(2)
    await expect(bubble(page, 'Uma novidade lá embaixo.')).toBeInViewport()
  })
})

test('a conversation drawn ahead of the click is the one of the moment it is opened', async ({
  wired: { workspace, page },
}) => {
  await signIn(page, 'ana@demo.turno')
  await showList(page, 'Atendendo')
  const [first, second] = (await stillRowIds(page, 2)) as [number, number]
  const admin = await Colleague.signIn(workspace.url, 'admin@demo.turno')
  await openTicket(page, first)
  const seen = await bubbles(page).last().getAttribute('data-message-id')
  await openTicket(page, second)

  // The hand rests on the row long enough for its conversation to be drawn and laid out; nobody can tell yet.
  await row(page, first).hover()
  // Read at once, and again until it stands: a message that comes in meanwhile draws it anew.
  const ahead = (): Promise<{ laidOut: boolean; seen: boolean; inTheWay: boolean } | null> =>
    page.evaluate(id => {
      const found = document.querySelector(`[inert] [data-message-id="${id}"]`)
      if (!found) return null
      const { x, y, height } = found.getBoundingClientRect()
      return {
        laidOut: height > 0,
        seen: found.checkVisibility({ opacityProperty: true }),
        inTheWay: Boolean(document.elementFromPoint(x + 8, y + 8)?.closest('[inert]')),
      }
    }, seen)
  await expect.poll(ahead).toEqual({ laidOut: true, seen: false, inTheWay: false })
  await expect(page.getByRole('feed')).toHaveCount(1)
  await expect(composer(page)).toHaveCount(1)
  await admin.say(first, 'Escrevi enquanto a mão repousava')
  await expect(row(page, first)).toContainText(/Escrevi enquanto a mão repousava/)

  await openTicket(page, first)
  // The customer may have answered meanwhile.
  await expect(bubble(page, 'Escrevi enquanto a mão repousava')).toBeInViewport()
  await expect(bubbles(page).last()).toBeInViewport()
  await expect(page.getByRole('button', { name: /Ir para o fim|nova/i })).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
})

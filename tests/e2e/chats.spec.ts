import { Colleague, expect, findings, signIn, test } from './fixtures'

test('the team’s conversations', async ({ turno }) => {
  test.setTimeout(300_000)
  const page = await turno.page
  await test.step('three people, one away: whoever comes back finds everything, and reads further up without a jump', async () => {
    const server = await turno.server()
    // Ana is not here while two of her team talk.
    const [bruno, carla] = [
      await Colleague.signIn(server, 'bruno@demo.turno'),
      await Colleague.signIn(server, 'carla@demo.turno'),
    ]
    const people = await carla.must<{ id: number; name: string; email: string }[]>('GET', '/users/list')
    const users = people.filter(user => ['ana@demo.turno', 'bruno@demo.turno'].includes(user.email))
    const chat = await carla.must<{ id: number; uuid: string }>('POST', '/chats', { title: 'Plantão', users })
    for (let at = 1; at <= 80; at += 1)
      await (at % 2 ? carla : bruno).must('POST', `/chats/${chat.id}/messages`, { message: `Aviso ${at}` })

    await signIn(page, 'ana@demo.turno')
    await page.getByRole('link', { name: /^Chat interno/ }).click()
    const row = page.getByRole('list', { name: 'Conversas' }).getByRole('listitem').first()
    await expect(row).toContainText('Plantão')
    await expect(row).toContainText('Aviso 80')
    await expect(row.getByLabel('80 não lidas')).toBeVisible()
    await row.getByRole('button', { name: /Plantão/ }).click()
    await expect(page).toHaveURL(new RegExp(`/chats/${chat.uuid}$`))
    const feed = page.getByRole('feed', { name: 'Mensagens de Plantão' })
    await expect(feed.getByText('Aviso 80', { exact: true })).toBeInViewport()
    await expect(row.getByLabel(/não lidas/)).toHaveCount(0)

    // What is read stays where it is while the page above it arrives.
    await feed.hover()
    await page.mouse.wheel(0, -120)
    const toCome = feed.locator('article[aria-setsize="-1"]').first()
    let pages = 0
    for (; (await toCome.count()) > 0; pages += 1) {
      // Close to the top, and not so close that older ones are asked for; rows take their size as they come into view.
      await expect
        .poll(() =>
          feed.evaluate(box => {
            const at = Math.round(box.scrollTop)
            box.scrollTop = 640
            return at
          }),
        )
        .toBe(640)
      // In one turn: no page can come between the scrolling and the look.
      const { words, before, height } = await feed.evaluate(box => {
        const middle = box.getBoundingClientRect().top + box.clientHeight / 2
        const read = [...box.querySelectorAll('article')].find(
          one => one.getBoundingClientRect().top > middle,
        )
        box.scrollTop = 590
        return {
          words: /(Aviso \d+?)\d\d:\d\d/.exec(read?.textContent ?? '')?.[1] ?? '',
          before: read?.getBoundingClientRect().top ?? 0,
          height: box.scrollHeight,
        }
      })
      const kept = feed.locator('article').filter({ has: page.getByText(words, { exact: true }) })
      await expect.poll(() => feed.evaluate(box => box.scrollHeight)).toBeGreaterThan(height + 400)
      expect(Math.abs((await kept.evaluate(one => one.getBoundingClientRect().top)) - before)).toBeLessThan(4)
    }
    expect(pages).toBeGreaterThan(0)
    await expect(async () => {
      await feed.evaluate(box => {
        box.scrollTop = 0
      })
      await expect(feed.getByText('Começo da conversa')).toBeInViewport({ timeout: 500 })
    }).toPass()
    await expect(feed.getByText('80 mensagens não lidas')).toBeInViewport()
    await expect(feed.getByText('Aviso 1', { exact: true })).toBeInViewport()
    expect(await findings(page)).toEqual([])
  })
})

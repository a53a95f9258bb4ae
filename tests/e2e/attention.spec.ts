/** Nothing is missed: notices, the number on the icon, the tray and addresses lead to the right ticket. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { Colleague, expect, signIn, type Turno, test } from './fixtures'
import { bubbles, composer, rows, showList } from './fixtures/desk'

const meOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const answer = await window.turno.session.state()
    return answer.ok ? (answer.value.user?.id ?? 0) : 0
  })

/** How many notices there were before this test, or this step of it. */
let earlier = 0

/** The notices of one key that this test or step saw, oldest first. */
const noticesOf = async (turno: Turno, key: string) =>
  (await turno.control.ask('notifications')).slice(earlier).filter(one => one.id === `turno-${key}`)

/** What main counts, once it agrees with the test. */
const attention = (page: Page) =>
  page.evaluate(async () => {
    const answer = await window.turno.attention.state()
    return answer.ok ? answer.value : null
  })

/** Listens to the loudspeaker from now on; a sound that was played before is not fetched again. @returns what was played. */
async function soundsOf(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const { prototype } = HTMLMediaElement
    const { play } = prototype
    const played: string[] = []
    Reflect.set(window, 'played', played)
    prototype.play = function playAndTell(this: HTMLMediaElement) {
      played.push(new URL(this.src).pathname)
      return play.call(this)
    }
  })
  return () => page.evaluate(() => Reflect.get(window, 'played') as string[])
}

/** What was noticed so far counts no more. */
async function anew(turno: Turno): Promise<void> {
  earlier = (await turno.control.ask('notifications')).length
  turno.forgetHappenings()
}

/** Signs Ana in; resolves when main has its snapshot (somebody waits in the demo company). */
async function begin(turno: Turno): Promise<Page> {
  const page = await turno.page
  await anew(turno)
  await signIn(page, 'ana@demo.turno')
  await showList(page, 'Atendendo')
  await expect.poll(async () => (await attention(page))?.pending).toBeGreaterThan(0)
  return page
}

test('what comes is told, counted and taken back', async ({ turno }) => {
  // Two answers of simulated customers, who take their time.
  test.slow()
  // Between two sounds are 15 s: what customers do by chance may not take the one that is waited for.
  await (await turno.page).evaluate(() =>
    window.turno.preferences.set({
      attention: { sounds: { pending: 'none', message: 'none', chat: 'none' } },
    }),
  )
  const page = await begin(turno)
  const bruno = await Colleague.signIn(await turno.server(), 'bruno@demo.turno')
  await test.step('a ticket given to me raises one notice with its note, and pressing it opens the ticket', async () => {
    const [ticket] = await bruno.tickets('status=open')
    if (!ticket) throw new Error('Bruno attends nobody')
    const played = await soundsOf(page)
    await bruno.must('PUT', `/tickets/${ticket.id}`, {
      userId: await meOf(page),
      handoverNote: 'O comprovante já veio.',
    })
    const { details } = await turno.control.until('notification', d => d.id === `turno-ticket:${ticket.id}`)
    expect(details.title).toContain('Bruno')
    expect(details.body).toContain('O comprovante já veio.')
    await expect.poll(played).toContain('/local/sounds/chime.wav')
    const kind = await page.evaluate(async () =>
      (await fetch('/local/sounds/chime.wav')).headers.get('content-type'),
    )
    expect(kind).toBe('audio/wav')
    await turno.control.ask('clickNotification', Number(details.number))
    await expect(page).toHaveURL(new RegExp(`/tickets/${ticket.uuid}$`))
    await expect(composer(page)).toBeVisible()
    await expect
      .poll(async () => (await noticesOf(turno, `ticket:${ticket.id}`)).map(one => one.state))
      .toEqual(['closed'])
  })

  await test.step('who returns to the queue is counted, announced once for the queue, and taken from the tray', async () => {
    await anew(turno)
    const before = (await attention(page))?.pending ?? 0
    const open = (
      await bruno.must<{ tickets: { id: number; queueId: number }[] }>('GET', '/tickets?status=open')
    ).tickets
    const hers = await page.evaluate(async () => {
      const answer = await window.turno.session.state()
      return answer.ok ? (answer.value.user?.queues.map(queue => queue.id) ?? []) : []
    })
    const queueId = open.find(one => hers.includes(one.queueId))?.queueId
    const given = open.filter(one => one.queueId === queueId).slice(0, 2)
    // At once: what comes long after the other is news again.
    await Promise.all(
      given.map(({ id }) => bruno.must('PUT', `/tickets/${id}`, { status: 'pending', userId: null })),
    )
    await expect.poll(async () => (await attention(page))?.pending).toBe(before + given.length)
    const { details } = await turno.control.until('notification', d => d.id === 'turno-waiting')
    expect(details.title).toContain('aguardando')
    expect((details.actions as { text: string }[]).map(one => one.text)).toEqual(['Aceitar', 'Adiar 5 min'])
    // The window's title says the same: a sign up to twenty who wait, the number above.
    await expect(page).toHaveTitle(
      before + given.length > 20 ? new RegExp(`^\\(${before + given.length}\\) `) : /^● /,
    )
    // The burst was one notice, and the number on the icon counts what waits and what is unread.
    expect(await noticesOf(turno, 'waiting')).toHaveLength(1)
    await expect(async () => {
      const counted = await attention(page)
      expect((await turno.control.ask('app')).badge).toBe((counted?.pending ?? 0) + (counted?.unread ?? 0))
      const tray = await turno.control.ask('tray')
      const label = (id: string) => tray?.menu?.find(item => item.id === id)?.label
      expect(label('waiting')).toBe(`Aguardando: ${counted?.pending}`)
      expect(tray?.image).toMatch(/^unread-on-/)
    }).toPass()

    await turno.control.ask('chooseTray', 'accept-oldest')
    await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
    await expect(composer(page)).toBeVisible()
    await expect.poll(async () => (await attention(page))?.pending).toBe(before + given.length - 1)
  })

  await test.step('signing out takes notices and numbers with it', async () => {
    await expect.poll(async () => (await turno.control.ask('app')).badge).toBeGreaterThan(0)
    await page.evaluate(() => window.turno.attention.test({ kind: 'pending' }))
    await turno.control.until('notification', d => d.id === 'turno-test')
    await page.evaluate(() => window.turno.session.signOut())
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
    expect((await turno.control.ask('app')).badge).toBe(0)
    expect((await turno.control.ask('notifications')).filter(one => one.state === 'shown')).toEqual([])
    await expect.poll(async () => (await turno.control.ask('tray'))?.image).toMatch(/^offline-on-/)
  })
})

test('Turno is closed, ended and opened again', async ({ turno }) => {
  test.slow()
  const page = await begin(turno)
  const bruno = await Colleague.signIn(await turno.server(), 'bruno@demo.turno')
  const [first, second] = await bruno.tickets('status=pending')
  if (!first || !second) throw new Error('too few wait')
  await test.step('closing leaves Turno in the tray when the agent wants so, says so once, and quitting ends it', async () => {
    await page.evaluate(() => window.turno.preferences.set({ closeToTray: true }))
    const [own] = await turno.control.ask('windows')
    const isShown = async () => (await turno.control.ask('windows'))[0]?.visible
    for (let time = 0; time < 2; time++) {
      await turno.control.ask('closeWindow', own?.id ?? 1)
      await expect.poll(isShown).toBe(false)
      await turno.control.ask('chooseTray', 'open')
      await expect.poll(isShown).toBe(true)
    }
    expect(await noticesOf(turno, 'stayed')).toHaveLength(1)
    await expect(rows(await turno.page).first()).toBeVisible()
    await turno.control.ask('chooseTray', 'quit')
    await expect.poll(() => turno.ended).toBe(true)
  })

  await test.step('an address opens its ticket, warm and cold; a strange one opens nothing', async () => {
    const path = (ticket: { uuid: string }) => new RegExp(`/tickets/${ticket.uuid}$`)
    const again = await turno.start({ args: [`turno://ticket/${first.uuid}`] })
    await expect(again).toHaveURL(path(first))
    await expect(bubbles(again).first()).toBeVisible()
    await turno.control.ask('openUrl', `turno://ticket/${second.uuid}/../../settings`)
    await turno.control.ask('secondInstance', [`turno://ticket/${second.uuid}`])
    await expect(again).toHaveURL(path(second))
    await expect(bubbles(again).first()).toBeVisible()
  })

  await test.step('an update installs although closing would leave Turno in the tray', async () => {
    const again = await turno.page
    await again.evaluate(() => window.turno.preferences.set({ closeToTray: true }))
    const { control } = turno
    await control.ask('quitAndInstall')
    await control.until('update-installed')
    await expect.poll(() => turno.ended).toBe(true)
  })

  await test.step('a desktop without a place for the icon never loses the window, and Turno can be ended from inside', async () => {
    writeFileSync(join(turno.dataDir, 'no-tray-host'), '')
    const page = await turno.start({})
    await expect(rows(page).first()).toBeVisible()
    await page.evaluate(() => window.turno.preferences.set({ closeToTray: true }))
    const tray = await page.evaluate(async () => {
      const answer = await window.turno.attention.state()
      return answer.ok ? answer.value.tray : null
    })
    expect(tray).toBe(false)
    await page.getByRole('button', { name: /Conta:/ }).click()
    await page.getByRole('menuitem', { name: 'Encerrar o Turno' }).click()
    await expect.poll(() => turno.ended).toBe(true)

    await expect(rows(await turno.start()).first()).toBeVisible()
    const [own] = await turno.control.ask('windows')
    await turno.control.ask('closeWindow', own?.id ?? 1)
    await expect.poll(() => turno.ended).toBe(true)
  })
})

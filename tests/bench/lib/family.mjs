/** The legacy server of the bench, and the console on it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { bundle } from '../../faults/lib/bundle.mjs'
import { atEnd, end, openConsole, PASSWORD } from './programs.mjs'
import { install, newPage, signIn } from './screen.mjs'

export const prepare = async () => ({
  program: await bundle('tests/bench/lib/family-server.ts', 'bench-family'),
})

/** What belongs to no person's doing: the renewal of a session, the line itself. */
const ASIDE = /^\S+ \/(version|socket\.io|auth\/me)/

/** Starts server, console and page, not yet signed in. */
export async function start({ browser, program }) {
  const child = fork(program, [])
  atEnd(() => end(child))
  const [{ url }] = await once(child, 'message')
  const seat = await openConsole({ server: url })
  const page = await newPage(browser)
  // Seen in the page: whoever waits for it from outside hears of it later, when more has been asked for.
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('[data-row-button]')) window.listAt = Date.now()
      else requestAnimationFrame(look)
    }
    look()
  })
  await page.goto(seat.address)
  await page.getByLabel('E-mail').waitFor()
  const family = {
    url,
    page,
    /** What the server answered since the last question. */
    async answered() {
      child.send('answered')
      const [{ answered }] = await once(child, 'message')
      return answered.filter(({ request }) => !ASIDE.test(request))
    },
    /** Customers write so many messages a second, from now on. */
    write: (events, seconds) => child.send({ events, seconds }),
    /** @returns when the list had its first rows, milliseconds since the epoch. */
    async signIn() {
      await signIn(page)
      await install(page)
      return await page.evaluate(() => window.listAt)
    },
    /** Waits until the console asks for nothing any more. */
    async settle(ms = 600) {
      for (;;) {
        const before = await family.count()
        await page.waitForTimeout(ms)
        if ((await family.count()) === before) return
      }
    },
    counted: [],
    async count() {
      family.counted.push(...(await family.answered()))
      return family.counted.length
    },
    /** What was answered since the last `take`. */
    async take() {
      await family.count()
      return family.counted.splice(0)
    },
    async stop() {
      await page.close()
      await seat.stop()
      await end(child)
    },
  }
  return family
}

/** What the server takes by itself for a newest page, asked by nobody else. @returns milliseconds, several. */
export async function ownAnswers(url, ids) {
  const login = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'carla@demo.turno', password: PASSWORD }),
  })
  const { token } = await login.json()
  const took = []
  for (const id of ids) {
    const from = performance.now()
    await (
      await fetch(`${url}/messages/${id}?pageNumber=1`, { headers: { authorization: `Bearer ${token}` } })
    ).text()
    took.push(performance.now() - from)
  }
  return took
}

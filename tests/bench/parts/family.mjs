/** `npm run bench -- --server family`: the console on a legacy server at the speed of a real one. */
import { ownAnswers, prepare, start } from '../lib/family.mjs'
import { summary } from '../lib/figures.mjs'
import { openAnother, openId, openRow, openRowAtOnce, rowIds } from '../lib/screen.mjs'
import { typing } from './typing.mjs'

const NEWEST = /^GET \/messages\/\d+\?/
/** How long the page, the row or the reader is left alone between two measurements. Milliseconds. */
const REST_MS = 500
/** Long enough for everything an opening asks for. Milliseconds. */
const STAY_MS = 1_400

/** How often each call was asked for, ids apart. */
function names(answered) {
  const counted = {}
  for (const { request } of answered) {
    const name = request.split('?')[0].replace(/\/\d+$/, '/:id')
    counted[name] = (counted[name] ?? 0) + 1
  }
  return counted
}
const total = answered => answered.length
/** Pages of lists: read again once a minute whatever anybody does (electron/main/socket/list-readings.ts). */
const LIST = /^GET \/tickets\?/
const perMinute = (count, ms) => Math.round((count / ms) * 600_000) / 10

/** Requests between the press of "sign in" and a list with rows, and all that follow by themselves. */
const signIn = {
  title: 'Legacy server: from sign-in to a usable list',
  bars: [['toList', 8]],
  prepare,
  async run(given) {
    const family = await start(given)
    await family.take()
    const from = Date.now()
    const listAt = await family.signIn()
    await family.settle(1_500)
    const answered = await family.take()
    await family.stop()
    return {
      ms: listAt - from,
      toList: total(answered.filter(one => one.arrivedAt <= listAt)),
      after: total(answered.filter(one => one.arrivedAt > listAt)),
      byName: names(answered),
    }
  },
}

const TICKETS = 36

/** Presses on rows a pointer rested on, and on rows it did not. */
const opening = {
  title: 'Legacy server: click to first bubble, and what an opening asks for',
  bars: [
    ['overOwnAnswer', 60],
    ['requests.max', 2],
    ['listsPerMinute', 12],
    ['messagesFirst', 0],
  ],
  prepare,
  async run(given) {
    const family = await start(given)
    const { page } = family
    await family.signIn()
    await family.settle()
    await family.take()
    const rested = []
    const atOnce = []
    const again = []
    const requests = []
    const toServer = []
    let notFirst = 0
    let lists = 0
    const from = Date.now()
    const seen = new Set()
    const open = async (id, how, into) => {
      const pressed = page.evaluate(
        () =>
          new Promise(done =>
            document.addEventListener('click', event => done(performance.timeOrigin + event.timeStamp), {
              once: true,
              capture: true,
            }),
          ),
      )
      into.push(await how(page, id))
      await family.settle(STAY_MS)
      const asked = await family.take()
      const answered = asked.filter(({ request }) => !LIST.test(request))
      lists += asked.length - answered.length
      const [first] = answered
      if (into !== again) {
        requests.push(total(answered))
        if (!first || !NEWEST.test(first.request)) notFirst += 1
        else toServer.push(first.arrivedAt - (await pressed))
      }
    }
    while (seen.size < TICKETS) {
      const round = (await rowIds(page)).filter(id => !seen.has(id))
      for (const id of round) {
        if (seen.size >= TICKETS) break
        seen.add(id)
        if (seen.size % 2 === 0) await open(id, openRowAtOnce, atOnce)
        else await open(id, openRow, rested)
      }
      for (const id of round.filter(id => seen.has(id)).slice(0, 4)) await open(id, openRow, again)
      await page.mouse.move(300, 500)
      await page.mouse.wheel(0, 640)
      await page.waitForTimeout(300)
      // Pages that scrolling asks for are no opening's.
      await family.settle()
      await family.take()
    }
    const took = Date.now() - from
    const own = await ownAnswers(family.url, [...seen])
    await family.stop()
    const ownAnswer = summary(own)
    const click = summary([...rested.slice(1), ...atOnce])
    return {
      click,
      rested: summary(rested.slice(1)),
      atOnce: summary(atOnce),
      again: summary(again),
      ownAnswer,
      overOwnAnswer: Math.round((click.p95 - ownAnswer.p95) * 10) / 10,
      pressToServer: summary(toServer.slice(1)),
      requests: summary(requests),
      listsPerMinute: perMinute(lists, took),
      messagesFirst: notFirst,
    }
  },
}

const WORD = 'marce'
/** Between two keys of somebody who types at an ordinary speed. Milliseconds. */
const KEY_MS = 120

/** Five letters: what is known locally with the first, one question for the rest. */
const search = {
  title: 'Legacy server: a search of five letters',
  bars: [
    ['requests', 1],
    ['localMs.p95', 50],
  ],
  prepare,
  async run(given) {
    const family = await start(given)
    const { page } = family
    await family.signIn()
    await family.settle()
    await page.keyboard.press('Control+Shift+F')
    const field = page.getByRole('searchbox').or(page.locator('search input')).first()
    await field.waitFor()
    await field.click()
    await family.settle()
    await family.take()
    await page.evaluate(() => {
      window.bench.local = []
      document.addEventListener(
        'keydown',
        event => {
          const from = event.timeStamp
          const shown = () =>
            document.querySelector('[data-testid="ticket-list-search"] [data-ticket-id]') !== null
          const look = () =>
            requestAnimationFrame(() =>
              scheduler.postTask(
                () => (shown() ? void window.bench.local.push(performance.now() - from) : look()),
                { priority: 'user-blocking' },
              ),
            )
          look()
        },
        { capture: true },
      )
    })
    for (const letter of WORD) {
      await page.keyboard.press(letter)
      await page.waitForTimeout(KEY_MS)
    }
    const typedAt = Date.now()
    await family.settle(1_000)
    const answered = await family.take()
    const local = await page.evaluate(() => window.bench.local)
    await family.stop()
    const last = answered.at(-1)
    return {
      requests: total(answered),
      localMs: summary(local),
      answeredMs: last ? last.answeredAt - typedAt : null,
      byName: names(answered),
    }
  },
}

const SECONDS = 20

/** Customers write while somebody types, and then opens tickets. */
const events = (perSecond, lag, key, open) => ({
  title: `Legacy server: ${perSecond} events a second for ${SECONDS} s`,
  bars: [
    ['listLag.p95', lag],
    ['keyToPaint.p95', key],
    ['openMeanwhile.p95', open],
    ['moreThanOpened', 0],
    ['listsPerMinute', 20],
  ],
  prepare,
  async run(given) {
    const family = await start(given)
    const { page } = family
    await family.signIn()
    await openAnother(page, null)
    await page.getByTestId('composer-text').click()
    // The first opening's notes are asked for by who stays.
    await family.settle(STAY_MS)
    await family.take()
    await page.evaluate(() => {
      window.bench.clicks.length = 0
      window.bench.longTasks.length = 0
      window.bench.watchList()
      window.bench.watchKeys()
    })
    family.write(perSecond, SECONDS + 12)
    const end = Date.now() + SECONDS * 1_000
    while (Date.now() < end) {
      await page.keyboard.press('a')
      await page.waitForTimeout(100)
    }
    const flood = await page.evaluate(() => ({
      lags: window.bench.lags.slice(),
      keys: window.bench.keys.slice(),
      heard: window.bench.heard,
      longTasks: window.bench.longTasks.slice(),
    }))
    const apart = answered => answered.filter(({ request }) => !LIST.test(request))
    const from = Date.now() - SECONDS * 1_000
    const waited = await family.take()
    const untilOpened = apart(waited)
    const opened = []
    for (let i = 0; i < 8; i++) {
      const took = await openAnother(page, await openId(page))
      if (took !== null) opened.push(took)
      await page.waitForTimeout(REST_MS)
    }
    const meanwhile = await family.take()
    const whileOpened = apart(meanwhile)
    const lists = waited.length + meanwhile.length - untilOpened.length - whileOpened.length
    const listsPerMinute = perMinute(lists, Date.now() - from)
    await family.stop()
    return {
      listLag: summary(flood.lags),
      keyToPaint: summary(flood.keys),
      openMeanwhile: summary(opened),
      heardPerSecond: Math.round(flood.heard / SECONDS),
      longTasks: flood.longTasks.length,
      requestsByItself: total(untilOpened),
      opened: opened.length,
      requestsWhileOpened: total(whileOpened),
      moreThanOpened: Math.max(0, total(untilOpened) + total(whileOpened) - opened.length - 1),
      listsPerMinute,
      byName: names([...waited, ...meanwhile]),
    }
  },
})

export const FAMILY = {
  signIn,
  opening,
  search,
  events10: events(10, 50, 32, 100),
  events50: events(50, 100, 50, 150),
  typing,
}

/** What broken servers, networks and people send: a clear message or a quiet log, never a white screen or lost text. */
import type { Page } from '@playwright/test'
import { Colleague, expect, signIn, test, type WireAnswer } from './fixtures'
import {
  bubble,
  bubbles,
  composer,
  openFirst,
  pressRow,
  row,
  rowIds,
  rows,
  showList,
  stillRowIds,
} from './fixtures/desk'

const MEGABYTE = 1024 * 1024
const BROKEN: Record<string, WireAnswer | 'cut'> = {
  'a 500': { status: 500, body: JSON.stringify({ error: 'ERR_INTERNAL' }) },
  'a page instead of data': {
    status: 200,
    type: 'text/html',
    body: '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>',
  },
  'an empty body': { status: 200, body: '' },
  'half an answer': { status: 200, body: '{"messages":[{"id":"a","ticketId":1,' },
  'a list of nonsense': { status: 200, body: '{"messages":"none","tickets":42,"count":"many"}' },
  'a dead server': 'cut',
}

/** Pages that throw are failures of their own. */
function watch(page: Page): string[] {
  const thrown: string[] = []
  page.on('pageerror', error => thrown.push(error.message))
  return thrown
}

test('broken answers, events and words reach Ana, and she works on', async ({ wired }) => {
  test.slow()
  const { turno, wire, workspace, page } = wired
  const thrown = watch(page)
  // A conversation is also asked for ahead, where the pointer rests or will go: none is answered before its turn.
  const mended = new Set<string>()
  let answer: WireAnswer | 'cut' | undefined = BROKEN['a 500']
  wire.meddle = ({ method, path }) => {
    const id = /^\/api\/messages\/(\d+)/.exec(path)?.[1]
    return (method === 'GET' && id && !mended.has(id) && answer) || null
  }
  await signIn(page, 'ana@demo.turno')
  const admin = await Colleague.signIn(workspace.url, 'admin@demo.turno')
  /** The tickets whose threads this computer has. */
  const read = new Set<number>()

  await test.step('every broken answer for a thread and for a list ends in words with a retry', async () => {
    await showList(page, 'Atendendo')
    await expect(rows(page).first()).toBeVisible()
    const ids = await stillRowIds(page, Object.keys(BROKEN).length)

    let at = 0
    for (const [name, broken] of Object.entries(BROKEN)) {
      await test.step(`a thread: ${name}`, async () => {
        const id = ids[at++] as number
        read.add(id)
        answer = broken
        await pressRow(page, id)
        const state = page.locator('[data-pane="conversation"]').getByRole('alert')
        await expect(state).toContainText('Não foi possível carregar esta conversa')
        await composer(page).fill(`Rascunho ${name}`)
        mended.add(`${id}`)
        await state.getByRole('button', { name: 'Tentar de novo' }).click()
        await expect(bubbles(page).first()).toBeVisible()
        await expect(composer(page)).toHaveValue(`Rascunho ${name}`)
      })
    }
    for (const [name, answer] of Object.entries(BROKEN)) {
      await test.step(`a list: ${name}`, async () => {
        let broken = true
        wire.meddle = ({ path }) => (broken && path.startsWith('/api/tickets?') ? answer : null)
        await showList(page, 'Busca')
        const search = page.getByRole('searchbox').or(page.getByLabel('Buscar tickets e mensagens')).first()
        await search.fill(`pedido ${name.length}`)
        const state = page.locator('[data-pane="list"]').getByRole('alert')
        await expect(state).toBeVisible()
        broken = false
        await state.getByRole('button', { name: 'Tentar de novo' }).click()
        await expect(state).toHaveCount(0)
        await search.fill('')
      })
    }
    wire.meddle = () => null
    await showList(page, 'Atendendo')
    await expect(rows(page).first()).toBeVisible()
    expect(thrown).toEqual([])
  })

  await test.step('events that are none, and messages of unknown kinds, harm nothing', async () => {
    const id = await openFirst(page, 'Atendendo')
    read.add(id)
    await expect(page.getByRole('status', { name: /^Conectado/ })).toBeVisible()
    const before = await stillRowIds(page)

    const event = `company-${admin.companyId}`
    const rubbish: [string, unknown][] = [
      [`${event}-ticket`, null],
      [`${event}-ticket`, 'update'],
      [`${event}-ticket`, { action: 'explode', ticket: { id } }],
      [`${event}-ticket`, { action: 'update', ticket: { id: 'not a number', contact: 7 } }],
      [`${event}-ticket`, { action: 'delete', ticketId: { $gt: 0 } }],
      [`${event}-appMessage`, { action: 'create', message: 42 }],
      [`${event}-appMessage`, { action: 'create', message: { id, ticketId: [], body: { toString: 1 } } }],
      [`${event}-contact`, { action: 'update', contact: [] }],
      [`${event}-holograms`, { action: 'create' }],
      [`company-999999-ticket`, { action: 'delete', ticketId: id }],
      [`${event}-__proto__`, { action: 'create', __proto__: { polluted: true } }],
      ['', {}],
    ]
    for (const [name, payload] of rubbish) wire.inject(name, payload)
    await expect.poll(() => turno.log).toContain('socket event dropped')

    const { messages } = await admin.must<{ messages: Record<string, unknown>[] }>(
      'GET',
      `/messages/${id}?markAsRead=false`,
    )
    wire.inject(`${event}-appMessage`, {
      action: 'create',
      message: {
        ...messages.at(-1),
        id: 'UNKNOWNKIND1',
        clientId: null,
        body: '',
        mediaType: 'hologramMessage',
        mediaUrl: null,
        createdAt: new Date().toISOString(),
        aFieldOfTomorrow: { deep: true },
      },
      ticket: null,
      contact: null,
    })
    await expect(bubble(page, 'Mensagem de um tipo não suportado. Veja no celular.')).toBeVisible()
    wire.injectRaw('not even a frame')
    await admin.say(id, 'Depois do lixo, tudo chega.')
    await expect(bubble(page, 'Depois do lixo, tudo chega.')).toBeVisible()
    expect(new Set(await rowIds(page))).toEqual(new Set(before))
    expect(thrown).toEqual([])
  })

  await test.step('hostile words and names are only words', async () => {
    const dialogs: string[] = []
    page.on('dialog', dialog => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    const id = await openFirst(page, 'Atendendo')
    read.add(id)
    const hostile = [
      '<img src=x onerror="window.__hacked=1"><script>window.__hacked=2</script>',
      '[clique](javascript:window.__hacked=3) javascript:window.__hacked=4',
      '"><svg onload=window.__hacked=5>',
      `\u202Etxt.exe\u202C ${'ﷺ'.repeat(300)} ${'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢'.repeat(20)}`,
      '*'.repeat(4_000),
      `\`\`\`${'`_*~'.repeat(2_000)}`,
      'x'.repeat(20_000),
      "'; DROP TABLE messages; -- {{firstName}} %s %00 \\u0000",
    ]
    for (const [i, text] of hostile.entries()) {
      await admin.say(id, `hostil ${i}: ${text}`)
      await expect(bubble(page, `hostil ${i}:`)).toBeVisible()
      // Nothing makes the page wider than the window.
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, text.slice(0, 40)).toBeLessThanOrEqual(0)
    }
    await admin.say(id, `de novo: ${hostile[0]}`)
    const inside = bubble(page, 'de novo:')
    await expect(inside).toContainText('<img src=x onerror=')
    expect(await inside.locator('img[src="x"], script').count()).toBe(0)
    expect(await page.locator('a[href^="javascript:"], [onload], [onerror]').count()).toBe(0)
    const ticket = await admin.must<{ contact: { id: number; number: string } }>('GET', `/tickets/${id}`)
    const name = '<b onclick=alert(1)>Zé "da Silva" & filhos</b>'
    await admin.must('PUT', `/contacts/${ticket.contact.id}`, { name, number: ticket.contact.number })
    await expect(row(page, id).getByText(name)).toBeVisible()
    await expect(page.locator('[data-pane="conversation"] header').getByText(name)).toBeVisible()
    expect(await page.evaluate(() => (window as { __hacked?: unknown }).__hacked)).toBeUndefined()
    expect(dialogs).toEqual([])
    expect(thrown).toEqual([])
  })

  await test.step('20 MB of JSON neither whitens the screen nor stops the hands', async () => {
    await showList(page, 'Atendendo')
    await expect(rows(page).first()).toBeVisible()
    const ids = await stillRowIds(page, read.size + 1)
    // Nothing of it may lie in the cache: the screen waits for the answer.
    const first = ids.find(id => !read.has(id)) as number
    const second = (ids.findLast(id => id !== first && !read.has(id)) ??
      ids.find(id => id !== first)) as number
    const real = await admin.must<{ messages: Record<string, unknown>[] }>(
      'GET',
      `/messages/${first}?markAsRead=false`,
    )
    const monster = JSON.stringify({
      ...real,
      messages: real.messages.map((message, i) =>
        i === 0 ? { ...message, body: 'palavra '.repeat((20 * MEGABYTE) / 8) } : message,
      ),
    })
    expect(monster.length).toBeGreaterThan(20 * MEGABYTE)
    wire.meddle = ({ method, path }) =>
      method === 'GET' && path.startsWith(`/api/messages/${first}`) ? { status: 200, body: monster } : null
    await pressRow(page, first)
    await expect(
      bubbles(page).first().or(page.locator('[data-pane="conversation"]').getByRole('alert')).first(),
    ).toBeVisible()
    await composer(page).fill('Ainda escrevo')
    await expect(composer(page)).toHaveValue('Ainda escrevo')
    await pressRow(page, second)
    await expect(bubbles(page).first()).toBeVisible()
    expect(thrown).toEqual([])
  })
})

/** One that is no data, one of another shape, none: unit/api/client.test.ts knows each way an answer can be broken. */
const OF_A_KIND = ['a page instead of data', 'a list of nonsense', 'a dead server']

const SCREENS: Record<string, RegExp> = {
  '/': /Dashboard/,
  '/tickets': /Atendimentos/,
  '/settings': /Configurações/,
  '/contacts': /Contatos/,
  '/users': /Usuários/,
}

test('every screen stands, says what it could not read, and comes back, whatever the server answers', async ({
  wired,
}) => {
  const { wire, page } = wired
  const thrown = watch(page)
  await signIn(page, 'admin@demo.turno')
  const goTo = (path: string): Promise<unknown> =>
    page.evaluate(to => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  for (const name of OF_A_KIND) {
    const answer = BROKEN[name] ?? null
    for (const [at, [path, title]] of Object.entries(SCREENS).entries()) {
      await test.step(`${path}: ${name}`, async () => {
        wire.meddle = ({ path: asked }) =>
          asked.startsWith('/api/') && !asked.includes('/auth/') ? answer : null
        // Each screen is where the program begins once; with the other answers one comes from screen to screen.
        if (at === 0 || name === 'a dead server') await page.goto(new URL(path, page.url()).href)
        else await goTo(path)
        await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
        if (path === '/contacts' || path === '/users') {
          const state = page
            .getByRole('alert')
            .filter({ has: page.getByRole('button', { name: 'Tentar de novo' }) })
          await expect(state, `${path}: ${name}`).toBeVisible()
          wire.meddle = () => null
          await state.getByRole('button', { name: 'Tentar de novo' }).click()
          await expect(state).toHaveCount(0)
        }
      })
    }
  }
  wire.meddle = () => null
  expect(thrown).toEqual([])
})

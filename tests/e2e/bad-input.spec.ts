/** What broken servers and networks send: a clear message or a quiet log, never a white screen or lost text. */
import type { Page } from '@playwright/test'
import { expect, signIn, test, type WireAnswer } from './fixtures'
import { bubbles, composer, pressRow, rows, showList, stillRowIds } from './fixtures/desk'

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

test('broken answers reach Ana, and she works on', async ({ wired }) => {
  test.slow()
  const { wire, page } = wired
  const thrown = watch(page)
  // A conversation is also asked for ahead, where the pointer rests or will go: none is answered before its turn.
  const mended = new Set<string>()
  let answer: WireAnswer | 'cut' | undefined = BROKEN['a 500']
  wire.meddle = ({ method, path }) => {
    const id = /^\/api\/messages\/(\d+)/.exec(path)?.[1]
    return (method === 'GET' && id && !mended.has(id) && answer) || null
  }
  await signIn(page, 'ana@demo.turno')

  await test.step('every broken answer for a thread and for a list ends in words with a retry', async () => {
    await showList(page, 'Atendendo')
    await expect(rows(page).first()).toBeVisible()
    const ids = await stillRowIds(page, Object.keys(BROKEN).length)

    let at = 0
    for (const [name, broken] of Object.entries(BROKEN)) {
      await test.step(`a thread: ${name}`, async () => {
        const id = ids[at++] as number
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

/** What broken servers and networks send: a clear message, never a white screen or lost text. Each way: unit/api/client.test.ts. */
import { expect, signIn, signOut, test, type WireAnswer } from './fixtures'
import { bubbles, composer, pressRow, rows, showList, stillRowIds } from './fixtures/desk'

const BROKEN: Record<string, WireAnswer | 'cut'> = {
  'a page instead of data': {
    status: 200,
    type: 'text/html',
    body: '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>',
  },
  'a list of nonsense': { status: 200, body: '{"messages":"none","tickets":42,"count":"many"}' },
  'a dead server': 'cut',
}
const NONSENSE = BROKEN['a list of nonsense'] ?? null

const SCREENS: Record<string, RegExp> = {
  '/': /Dashboard/,
  '/tickets': /Atendimentos/,
  '/settings': /Configurações/,
  '/contacts': /Contatos/,
  '/users': /Usuários/,
}

test('whatever the server answers, every screen stands, says what it could not read, and comes back', async ({
  wired,
}) => {
  test.slow()
  const { wire, page } = wired
  // Pages that throw are failures of their own.
  const thrown: string[] = []
  page.on('pageerror', error => thrown.push(error.message))
  // A conversation is also asked for ahead, where the pointer rests or will go: none is answered before its turn.
  const mended = new Set<string>()
  let answer: WireAnswer | 'cut' = 'cut'
  wire.meddle = ({ method, path }) => {
    const id = /^\/api\/messages\/(\d+)/.exec(path)?.[1]
    return (method === 'GET' && id && !mended.has(id) && answer) || null
  }
  await signIn(page, 'ana@demo.turno')
  await showList(page, 'Atendendo')
  await expect(rows(page).first()).toBeVisible()
  const ids = await stillRowIds(page, Object.keys(BROKEN).length)
  for (const [at, [name, broken]] of Object.entries(BROKEN).entries())
    await test.step(`a thread: ${name}`, async () => {
      const id = ids[at] as number
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
  await test.step('a list', async () => {
    let broken = true
    wire.meddle = ({ path }) => (broken && path.startsWith('/api/tickets?') ? NONSENSE : null)
    await showList(page, 'Busca')
    await page.getByLabel('Buscar tickets e mensagens').fill('pedido')
    const state = page.locator('[data-pane="list"]').getByRole('alert')
    await expect(state).toBeVisible()
    broken = false
    await state.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(state).toHaveCount(0)
  })

  wire.meddle = () => null
  await signOut(page)
  await signIn(page, 'admin@demo.turno')
  for (const [path, title] of Object.entries(SCREENS))
    await test.step(`the program begins at ${path}`, async () => {
      wire.meddle = ({ path: asked }) =>
        asked.startsWith('/api/') && !asked.includes('/auth/') ? NONSENSE : null
      await page.goto(new URL(path, page.url()).href)
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
      if (path !== '/contacts' && path !== '/users') return
      const state = page
        .getByRole('alert')
        .filter({ has: page.getByRole('button', { name: 'Tentar de novo' }) })
      await expect(state).toBeVisible()
      wire.meddle = () => null
      await state.getByRole('button', { name: 'Tentar de novo' }).click()
      await expect(state).toHaveCount(0)
    })
  expect(thrown).toEqual([])
})

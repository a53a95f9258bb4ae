/** Two agents, one ticket: exactly one has it, the other is told who. */
import { Colleague, expect, signIn, Turno, test, toastSaid } from './fixtures'
import { composer, openFirst, row, showList, stillRowIds } from './fixtures/desk'

test('of two consoles that accept the same ticket exactly one wins', async ({ browser, wired }, info) => {
  test.skip(wired.turno.host === 'electron', 'two programs in one test need two browser contexts')
  const { wire, env, workspace, page: ana } = wired
  const theirs = await browser.newContext({ locale: 'pt-BR' })
  const second = new Turno(theirs)
  try {
    const bruno = await second.start({ env })
    await Promise.all([signIn(ana, 'ana@demo.turno'), signIn(bruno, 'bruno@demo.turno')])
    await showList(bruno, 'Aguardando')
    await showList(ana, 'Aguardando')
    // A ticket that both see.
    const hers = await stillRowIds(ana)
    const shared = (await stillRowIds(bruno)).find(id => hers.includes(id))
    if (shared === undefined) throw new Error('no waiting ticket that both see')

    // The sockets are silent meanwhile: neither console can know of the other's hand.
    wire.mute = true
    await Promise.all(
      [ana, bruno].map(page =>
        row(page, shared)
          .getByRole('button', { name: /^Aceitar/ })
          // Seen and pressed by the pointer alone: it stands over the row while the hand is there.
          .click({ force: true }),
      ),
    )
    const admin = await Colleague.signIn(workspace.url, 'admin@demo.turno')
    await expect
      .poll(async () => (await admin.must<{ status: string }>('GET', `/tickets/${shared}`)).status)
      .toBe('open')
    const ticket = await admin.must<{ user: { name: string } }>('GET', `/tickets/${shared}`)
    const [winner, loser] = ticket.user.name.startsWith('Ana') ? [ana, bruno] : [bruno, ana]

    await expect(composer(winner)).toBeVisible()
    await toastSaid(loser, `Este ticket já foi aceito por ${ticket.user.name}`)
    wire.mute = false
    await expect(composer(loser)).toHaveCount(0)
    await showList(loser, 'Atendendo')
    await expect(row(loser, shared)).toHaveCount(0)
  } finally {
    await second.dispose(info)
    await theirs.close()
  }
})

test('a ticket that a colleague took a moment ago says who has it', async ({ wired }) => {
  const { wire, workspace, page } = wired
  await signIn(page, 'ana@demo.turno')
  let asked = Date.now()
  page.on('request', request => {
    if (request.url().includes('/api/messages/')) asked = Date.now()
  })
  const id = await openFirst(page, 'Aguardando')
  const bruno = await Colleague.signIn(workspace.url, 'bruno@demo.turno')
  // What opening it asks for, once and again as it becomes read, tells of its owner, too: all of that has come.
  await expect.poll(() => Date.now() - asked).toBeGreaterThan(1_500)
  // The event is on its way, the hand is faster: the socket is silent while Bruno accepts.
  wire.mute = true
  await bruno.must('PUT', `/tickets/${id}`, { status: 'open', userId: bruno.id })
  await page.locator('[data-pane="conversation"]').getByRole('button', { name: 'Aceitar' }).first().click()
  await toastSaid(page, 'Este ticket já foi aceito por Bruno Carvalho')
  await expect(composer(page)).toHaveCount(0)
  wire.mute = false
})

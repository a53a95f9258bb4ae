/** What the copilot of the demo proposes, from the customer's or the colleague's words to what people and it make of them. */
import { join } from 'node:path'
import { openDatabase } from '../../electron/database/open'
import { COPILOT_LIMITS, RESOLVE_UNDO_MS } from '../../src/contract'
import { Colleague, expect, signIn, Turno, test } from './fixtures'
import { composer, leaveList, openTicket, row, showList, stillRowIds } from './fixtures/desk'
import { findings } from './fixtures/findings'

/** As if so many tags had been proposed before, and all of them had been right. */
async function provenBefore(folder: string): Promise<void> {
  const db = await openDatabase(join(folder, 'workspace.db'))
  const at = new Date(Date.now() - 60_000).toISOString()
  for (let times = 0; times < COPILOT_LIMITS.alone.decided; times++)
    await db.execute({
      sql: `insert into ticket_proposals (company_id, ticket_id, kind, tag_id, outcome, created_at, updated_at)
        select t.company_id, t.id, 'tag', g.id, 'confirmed', ?, ?
        from tickets t join tags g on g.company_id = t.company_id where g.name = 'Boleto' and t.status = 'closed' limit 1`,
      args: [at, at],
    })
  db.close()
}

/** As if whoever resolved it could not take that back any more. */
async function aMinuteLater(folder: string, ticketId: number): Promise<void> {
  const db = await openDatabase(join(folder, 'workspace.db'))
  await db.execute({
    sql: 'update tickets set closed_at = closed_at - ? where id = ?',
    args: [RESOLVE_UNDO_MS, ticketId],
  })
  db.close()
}

/** A conversation with somebody who has none, in which they answer. */
async function arrives(bruno: Colleague, userId: number): Promise<number> {
  const { contacts } = await bruno.must<{ contacts: { id: number; isGroup: boolean }[] }>(
    'GET',
    '/contacts?pageNumber=1',
  )
  const { queues } = await bruno.must<{ queues: { id: number; name: string }[] }>('GET', '/auth/me')
  const queueId = queues.find(({ name }) => name === 'Suporte')?.id
  for (const { id: contactId } of contacts.filter(({ isGroup }) => !isGroup)) {
    const { status, body } = await bruno.ask('POST', '/tickets', { contactId, userId, queueId })
    if (status !== 200) continue
    const { id } = body as { id: number }
    await bruno.say(id, 'A cobrança indevida é de um boleto?\n1 - Sim\n2 - Não')
    return id
  }
  throw new Error('every contact has a ticket')
}

/** Two of his conversations in one queue; in the first the customer has asked something. */
async function twoAlike(bruno: Colleague): Promise<{ id: number; uuid: string }[]> {
  const all = await bruno.must<{ tickets: { id: number; uuid: string; queueId: number }[] }>(
    'GET',
    '/tickets?status=open&showAll=false',
  )
  for (const one of all.tickets) {
    const other = all.tickets.find(({ id, queueId }) => id !== one.id && queueId === one.queueId)
    const { messages } = await bruno.must<{
      messages: { body: string; fromMe: boolean; ticketId: number }[]
    }>('GET', `/messages/${one.id}`)
    // What the demo's model takes for a question.
    const asks = messages.some(
      m => !m.fromMe && m.ticketId === one.id && /\?|\b(?:quero|preciso|posso|como|quando)\b/i.test(m.body),
    )
    if (other && asks) return [one, other]
  }
  throw new Error('nobody has asked Bruno anything')
}

test('a tag is put by the copilot alone and undone, a priority is proposed and confirmed by a key; colleagues see both', async ({
  browser,
  wired,
}, info) => {
  test.skip(wired.turno.host === 'electron', 'two programs in one test need two browser contexts')
  const { env, workspace, page: ana } = wired
  await provenBefore(workspace.folder)
  const theirs = await browser.newContext({ locale: 'pt-BR' })
  const second = new Turno(theirs)
  try {
    const admin = await second.start({ env })
    await Promise.all([signIn(ana, 'ana@demo.turno'), signIn(admin, 'admin@demo.turno')])
    await admin.getByRole('link', { name: 'Prompts de IA', exact: true }).click()
    await admin.getByRole('button', { name: 'Copiloto dos atendentes' }).click()
    const alone = admin.getByRole('group', { name: 'Agir sozinho' })
    await alone.getByRole('switch', { name: 'Tags' }).click()
    await expect(alone).toContainText('Age sozinho. Certas: 100% de 30.')
    await admin.getByRole('button', { name: 'Salvar' }).click()
    await expect(alone).toHaveCount(0)

    const bruno = await Colleague.signIn(workspace.url, 'bruno@demo.turno')
    const { id: anaId } = await ana.evaluate(async () => {
      const answer = await fetch('/api/auth/me')
      return (await answer.json()) as { id: number }
    })
    const id = await arrives(bruno, anaId)
    await showList(ana, 'Atendendo')
    await openTicket(ana, id)
    const proposals = ana.getByTestId('proposals')
    const tagged = ana.locator('main header').getByText(/^boleto$/i)
    await expect(proposals).toContainText('O copiloto pôs')
    expect(await findings(ana, '[data-testid="proposals"]')).toEqual([])
    await expect(tagged).toBeVisible()

    await ana.getByRole('button', { name: /^Filtrar por fila/ }).click()
    await ana.getByRole('checkbox', { name: 'Mais urgentes primeiro' }).check()
    await ana.keyboard.press('Escape')
    await leaveList(ana)
    await expect(row(ana, id).locator('[title="prioridade Alta"]')).toHaveCount(0)
    await composer(ana).press('Control+Shift+K')
    await expect(row(ana, id).locator('[title="prioridade Alta"]')).toBeVisible()
    const urgent = await ana.locator('[data-ticket-id] [title="prioridade Urgente"]').count()
    expect((await stillRowIds(ana)).indexOf(id)).toBeLessThanOrEqual(urgent)
    await proposals.getByRole('button', { name: 'Desfazer Boleto' }).click()
    await expect(tagged).toHaveCount(0)

    await admin.locator('a[href="/tickets"]').first().click()
    await expect(row(admin, id).locator('[title="prioridade Alta"]')).toBeVisible()
    await ana.keyboard.press('Control+Shift+O')
    await ana.getByRole('menuitem', { name: 'Normal' }).click()
    await expect(row(admin, id).locator('[title="prioridade Alta"]')).toHaveCount(0)
    await admin.getByRole('link', { name: 'Auditoria', exact: true }).click()
    const log = admin.getByRole('table', { name: 'Auditoria' })
    const { code } = await bruno.must<{ code: string }>('GET', `/tickets/${id}`)
    const ofTicket = log.getByRole('row').filter({ hasText: code })
    for (const did of [/Copiloto.*– → Boleto/, /Ana Martins.*Boleto → –/])
      await expect(ofTicket.filter({ hasText: did })).toBeVisible()
  } finally {
    await second.dispose(info)
    await theirs.close()
  }
})

test('an article that is proposed from a resolved conversation is accepted, and found behind a question mark', async ({
  wired,
}) => {
  const { workspace, page } = wired
  await signIn(page, 'admin@demo.turno')
  await page.getByRole('link', { name: 'Conhecimento', exact: true }).click()
  const waiting = page.getByRole('tab', { name: /^Propostas/ })
  await waiting.click()
  const bruno = await Colleague.signIn(workspace.url, 'bruno@demo.turno')
  const [resolved, open] = await twoAlike(bruno)
  const id = resolved?.id ?? 0
  await bruno.say(
    id,
    'A garantia estendida da cafeteira cobre defeitos elétricos por três anos na assistência.',
  )
  await bruno.must('PUT', `/tickets/${id}`, { status: 'closed', userId: bruno.id })
  await aMinuteLater(workspace.folder, id)
  // The demo may have resolved conversations of its own meanwhile.
  const { code } = await bruno.must<{ code: string }>('GET', `/tickets/${id}`)
  const proposed = page.getByRole('row').filter({ hasText: code })
  await proposed.getByRole('button', { name: /^Editar / }).click()
  await expect(page.getByRole('group', { name: 'Proposta de artigo' })).toContainText('Simulado')
  expect(await findings(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Título' }).fill('O que a garantia estendida cobre?')
  await page.getByRole('button', { name: 'Aceitar' }).click()
  await expect(proposed).toHaveCount(0)
  await page.evaluate(path => {
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/tickets/${open?.uuid}`)
  await composer(page).fill('Oi! ?cafeteira')
  await expect(page.getByRole('option', { name: /O que a garantia estendida cobre/ })).toBeVisible()
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue(/^Oi! A garantia estendida da cafeteira cobre/)
})

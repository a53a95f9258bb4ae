// @vitest-environment jsdom
import './pressing'
import { File as NodeFile } from 'node:buffer'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { ArticlesScreen } from '@/features/articles'
import { articleProposals, articles } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from '../server/for-file'
import type { Person } from '../server/harness'
import { atTicket, composerField } from './desk'
import { fill, pick, press } from './fields'
import { answered, asked, editorPane, live, onScreen } from './pressing'

vi.setConfig({ testTimeout: 120_000 })
// Files leave as Node writes them: a page's own form would reach nobody here.
const NodeForm = (await new Response(new URLSearchParams()).formData()).constructor as typeof FormData
vi.stubGlobal('FormData', NodeForm)

const h = harnessForFile()
beforeEach(async () => {
  await h.db.platform.delete(articles)
})
const page = document.body

const onArticles = (who: Person, path = '/knowledge') =>
  onScreen(
    h,
    who,
    <Routes>
      <Route path="/knowledge/:articleId?" element={<ArticlesScreen />} />
    </Routes>,
    path,
  )

/** What an agent finds behind a question mark, and what Enter writes. */
async function answerOf(who: Person, queueId: number, typed: string): Promise<string | null> {
  const ticket = await h.newTicket(h.one, { status: 'open', userId: who.id, queueId, name: 'Rosa' })
  await atTicket(h, who, ticket)
  const field = await composerField()
  field.focus()
  fireEvent.change(field, { target: { value: `Oi! ${typed}` } })
  await waitFor(() => expect(asked).toContain('GET /api/articles/found'))
  await act(answered)
  const option = screen.queryByRole('option')
  if (!option) return null
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
  return field.value
}

it('an article is what agents of its queue find behind a question mark, while it holds', async () => {
  await onArticles(h.one.admin)
  await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar artigo' }))[0] as Element)
  const pane = await editorPane()
  fill(pane, /^Título/, 'Como trocar um produto?')
  fill(pane, /^Texto/, '{{firstName}}, a troca é grátis em até 30 dias.')
  await pick(pane, /^Filas/, 'Suporte')
  await press(pane, 'Adicionar')
  await waitFor(async () =>
    expect(await h.db.select().from(articles)).toMatchObject([{ queueIds: [h.one.suporte], tags: [] }]),
  )
  expect(await answerOf(h.one.ana, h.one.suporte, '?troc')).toBe('Oi! Rosa, a troca é grátis em até 30 dias.')
  expect(await answerOf(h.one.admin, h.one.vendas, '?troc')).toBeNull()

  await onArticles(h.one.admin)
  await press(page, /^Editar Como trocar/)
  const again = await editorPane()
  fill(again, /^Válido até/, '01/02/2020')
  fireEvent.keyDown(within(again).getByLabelText(/^Válido até/), { key: 'Enter' })
  await press(again, 'Salvar')
  await waitFor(async () =>
    expect(await h.db.select().from(articles)).toMatchObject([{ validUntil: '2020-02-01' }]),
  )
  expect(await answerOf(h.one.ana, h.one.suporte, '?troc')).toBeNull()
})

it('brings an earlier version back, shown as what changed, while a colleague looks on', async () => {
  const body = { title: 'Prazo de entrega', text: 'Sete dias úteis.' }
  const made = await h.call<{ id: number }>(h.one.admin, 'articles.create', { body })
  const params = { id: made.body.id }
  await h.call(h.one.sup, 'articles.update', { params, body: { ...body, text: 'Dez dias úteis.' } })
  await onArticles(h.one.admin)
  await live(h, h.one.admin, ['notification'])
  await press(page, /^Editar Prazo/)
  const pane = await editorPane()
  await userEvent.click(await within(pane).findByRole('button', { name: /· Sup$/ }))
  expect(pane.querySelector('del')?.textContent).toBe('Sete')
  expect(pane.querySelector('ins')?.textContent).toBe('Dez')
  await press(pane, 'Trazer de volta')
  expect((within(pane).getByLabelText(/^Texto/) as HTMLTextAreaElement).value).toBe('Sete dias úteis.')
  await press(pane, 'Salvar')
  await waitFor(async () =>
    expect(await h.db.select().from(articles)).toMatchObject([{ text: 'Sete dias úteis.' }]),
  )
  // What a colleague does meanwhile is there by itself.
  await h.call(h.one.sup, 'articles.create', {
    body: { title: 'Garantia', text: 'Um ano.', tags: ['defeito'] },
  })
  await screen.findByText('Garantia')
  expect(screen.getByText('defeito')).toBeTruthy()
})

it('makes articles of a document as far as somebody wants them, and of nothing that cannot be read', async () => {
  await onArticles(h.one.admin)
  await userEvent.click(await screen.findByRole('button', { name: 'Importar' }))
  const dialog = await screen.findByRole('dialog')
  const input = dialog.querySelector('input[type=file]') as HTMLInputElement
  const long = 'Uma frase que enche o texto. '.repeat(40)
  const choose = (name: string, text: string) =>
    fireEvent.change(input, { target: { files: [new NodeFile([text], name, { type: 'text/markdown' })] } })
  choose('vazio.txt', ' ')
  await within(dialog).findByText('Nenhum texto pôde ser lido do arquivo ou da página.')
  choose('manual.md', `# Frete\n\n${long}\n\n# Segredo\n\n${long}\n\n# Prazo\n\n${long}`)
  await within(dialog).findByText('3 artigos encontrados')
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Guardar Segredo' }))
  const title = within(dialog).getByRole('textbox', { name: 'Título de Frete' })
  fireEvent.change(title, { target: { value: 'Quanto custa o frete?' } })
  expect(await h.db.$count(articles)).toBe(0)
  await press(dialog, 'Guardar 2 artigos')
  await waitFor(async () =>
    expect((await h.db.select().from(articles)).map(row => row.title)).toEqual([
      'Quanto custa o frete?',
      'Prazo',
    ]),
  )
  await screen.findByText('Quanto custa o frete?')
  expect(await answerOf(h.one.ana, h.one.suporte, '?frete')).toContain('Uma frase que enche o texto.')
})

it('is made of a proposal that somebody changes and accepts; another one is dropped; both counted live', async () => {
  const propose = async (title: string) => {
    const { id: ticketId } = await h.newTicket(h.one, {
      status: 'closed',
      queueId: h.one.suporte,
      name: 'Rosa',
    })
    const row = {
      companyId: h.one.id,
      ticketId,
      state: 'open' as const,
      queueIds: [h.one.suporte],
      model: 'm',
    }
    return h.insert(articleProposals, { ...row, title, text: 'Um ano.', sent: 'Cliente: [CPF_1]' })
  }
  await propose('Qual é a garantia?')
  await onArticles(h.one.sup)
  await live(h, h.one.sup, ['notification'])
  const tab = await screen.findByRole('tab', { name: /^Propostas ?1$/ })
  const { id } = await propose('Onde fica a loja?')
  await h.say(h.one.id, realtime => realtime.toCompany(h.one.id, 'articleProposal', { action: 'create', id }))
  await waitFor(() => expect(tab.textContent).toMatch(/2$/))
  await userEvent.click(tab)
  await press(page, /^Editar Qual é a garantia/)
  const pane = await editorPane()
  expect(
    within(pane)
      .getByRole('link', { name: /^Abrir a conversa/ })
      .getAttribute('href'),
  ).toMatch(/tickets/)
  within(pane).getByText('Cliente: [CPF_1]')
  fill(pane, /^Texto/, 'Um ano contra defeitos.')
  await press(pane, 'Aceitar')
  await waitFor(async () =>
    expect(await h.db.select().from(articles)).toMatchObject([
      { title: 'Qual é a garantia?', text: 'Um ano contra defeitos.', queueIds: [h.one.suporte] },
    ]),
  )
  expect(await answerOf(h.one.ana, h.one.suporte, '?garan')).toBe('Oi! Um ano contra defeitos.')
  await onArticles(h.one.sup)
  await userEvent.click(await screen.findByRole('tab', { name: /^Propostas/ }))
  await press(page, /^Excluir Onde fica/)
  await press(await screen.findByRole('dialog'), /^Excluir/)
  await screen.findByText('Nenhuma proposta agora')
  expect((await h.db.select().from(articleProposals)).map(({ state }) => state).sort()).toEqual([
    'accepted',
    'dropped',
  ])
})

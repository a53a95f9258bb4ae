// @vitest-environment jsdom
import './pressing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { articles, quickMessages } from '../../../electron/server/db/schema'
import { copilotForFile, ON } from '../server/copilot-for-file'
import { atTicket, composerField } from './desk'

vi.mock('openai', async original => (await import('./openai-in-page')).openaiInPage(await original()))

const { h, model, turnOn } = copilotForFile()
beforeEach(async () => {
  for (const table of [articles, quickMessages]) await h.db.platform.delete(table)
  await turnOn({ suggest: ON, rewrite: ON })
  const body = { title: 'Troca de produto', text: '{{firstName}}, a troca é grátis.', queueIds: [], tags: [] }
  await h.call(h.one.admin, 'articles.create', { body })
  await h.db.platform.insert(quickMessages).values({
    companyId: h.one.id,
    geral: true,
    userId: h.one.admin.id,
    shortcode: 'troco',
    message: 'Precisa de troco?',
  })
})

/** Ana's conversation, with her hands on the field. */
async function atDesk() {
  const ticket = await h.newTicket(h.one, {
    name: 'Rosa',
    status: 'open',
    userId: h.one.ana.id,
    queueId: h.one.suporte,
  })
  await h.newMessages(ticket, ['Quero trocar'])
  await atTicket(h, h.one.ana, ticket)
  const field = await composerField()
  await screen.findByRole('button', { name: 'Sugerir resposta' })
  field.focus()
  const write = (value: string) => fireEvent.change(field, { target: { value } })
  const press = (key: string) => fireEvent.keyDown(field, { key })
  return { field, write, press }
}
/** What is offered, by its headings. */
const groups = () =>
  screen
    .getAllByRole('group')
    .filter(group => within(group).queryAllByRole('option').length > 0)
    .map(group => [
      group.getAttribute('aria-label'),
      ...within(group)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ])
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent ?? null

it('one list behind the slash has answers and articles under their headings; arrows and Enter choose', async () => {
  const { field, write, press } = await atDesk()
  write('/tro')
  await waitFor(() =>
    expect(groups()).toEqual([
      ['Respostas rápidas', '/troco - Precisa de troco?'],
      ['Conhecimento', 'Troca de produto'],
    ]),
  )
  expect(chosen()).toContain('/troco')
  press('ArrowDown')
  expect(chosen()).toBe('Troca de produto')
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  press('Enter')
  expect(field.value).toBe('Rosa, a troca é grátis.')
})

it('the slash alone offers what needs no word, Enter all there is, and Escape takes it away', async () => {
  const { field, write, press } = await atDesk()
  write('/')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Sugerir resposta'])
  await screen.findByText(/Continue digitando o atalho/)
  expect(chosen()).toBeNull()
  press('Enter')
  await waitFor(() =>
    expect(groups()).toEqual([
      ['Respostas rápidas', '/troco - Precisa de troco?'],
      ['Copiloto', 'Sugerir resposta'],
    ]),
  )
  press('Escape')
  expect(screen.queryByRole('option')).toBeNull()
  expect(field.value).toBe('')
})

it('the copilot suggests from the list, and the word that called it is gone', async () => {
  const { field, write } = await atDesk()
  model.next.push({ kind: 'answer', text: 'Claro, troque quando quiser.' })
  write('/suge')
  await userEvent.click(await screen.findByRole('option', { name: 'Sugerir resposta' }))
  await within(await screen.findByTestId('copilot-card')).findByText('Claro, troque quando quiser.')
  expect(field.value).toBe('')
})

it('the copilot writes anew what stands before the word', async () => {
  const { field, write, press } = await atDesk()
  model.next.push({ kind: 'answer', text: 'Pode trocar.' })
  write('pode troca /corri')
  expect(chosen()).toBe('Corrigir')
  press('Enter')
  await within(await screen.findByTestId('copilot-card')).findByText('Pode trocar.')
  expect(field.value).toBe('pode troca ')
  expect(JSON.stringify(model.asked.at(-1))).not.toContain('/corri')
})

// @vitest-environment jsdom
import './pressing'
import type { Rule } from '@contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { RulesScreen } from '@/features/rules'
import { messages, quickMessages, tags } from '../../../electron/server/db/schema'
import { harnessForFile } from '../server/for-file'
import { answered, choose, handOn, onScreen } from './pressing'

const h = harnessForFile()

it('a rule made by its form is tried on the last week, answers a customer by itself, and says what it did', async () => {
  const { admin } = h.one
  await h.insert(tags, { companyId: h.one.id, name: 'CANCELAMENTO', color: '#123456' })
  const quick = { companyId: h.one.id, shortcode: 'fica', message: 'Já falamos com você.', geral: true }
  await h.insert(quickMessages, quick)
  await h.customer(h.one, '5511960000001', 'Queria cancelar o plano')
  await h.customer(h.one, '5511960000002', 'Bom dia')
  await onScreen(h, admin, <RulesScreen />)
  await userEvent.click((await screen.findAllByRole('button', { name: 'Nova regra' }))[0] as HTMLElement)
  const box = await screen.findByRole('dialog', { name: 'Nova regra' })
  const form = handOn(box)
  form.type('Nome', 'Quem quer sair')
  await userEvent.click(within(box).getByRole('combobox', { name: 'Quando' }))
  await choose('O cliente escreve uma palavra')
  await userEvent.type(await within(box).findByRole('textbox', { name: 'Palavras ou frases' }), 'cancelar')
  const add = async (kind: string): Promise<HTMLElement> => {
    await userEvent.click(within(box).getByRole('button', { name: 'Adicionar passo' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: kind }))
    return within(box).findByRole('listitem', { name: new RegExp(`^\\d+\\. ${kind}$`) })
  }
  await userEvent.click(within(await add('Adicionar tag')).getByRole('combobox'))
  await choose('CANCELAMENTO')
  await userEvent.click(within(await add('Enviar resposta rápida')).getByRole('combobox'))
  await choose('/fica')
  await form.press('Testar na última semana')
  const heading = await screen.findByText('Nos últimos 7 dias')
  const trial = heading.closest('section') as HTMLElement
  await within(trial).findByText(/Teria agido em 1 ticket\./)
  expect(within(trial).getByText('Cliente 0001')).toBeTruthy()
  expect(
    within(trial)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(expect.arrayContaining(['Adiciona a tag CANCELAMENTO', 'Envia a resposta rápida /fica']))
  await form.press('Adicionar')
  await answered()
  const [rule] = (await h.call<Rule[]>(admin, 'rules.list')).body
  expect(rule).toMatchObject({
    name: 'Quem quer sair',
    active: true,
    once: false,
    event: { kind: 'words', words: ['cancelar'] },
  })

  // The customer writes; the answer is on the phone.
  const id = await h.customer(h.one, '5511960000003', 'CANCELAR')
  await waitFor(() =>
    expect(h.channel.sent.filter(({ body }) => body === 'Já falamos com você.')).toHaveLength(1),
  )
  const [message] = await h.db.select().from(messages).where(eq(messages.id, id))
  await waitFor(async () => {
    const ticket = await h.call<{ tags: { name: string }[] }>(admin, 'tickets.get', {
      params: { id: message?.ticketId ?? 0 },
    })
    expect(ticket.body.tags.map(({ name }) => name)).toEqual(['CANCELAMENTO'])
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Ver o que fez' }))
  const runs = await screen.findByRole('dialog', { name: 'O que Quem quer sair fez' })
  await within(runs).findByText('Cliente 0003')
  expect(within(runs).getAllByText('Feito')).toHaveLength(2)
})

// @vitest-environment jsdom
/** One bubble: whose it is, what it says of itself, and that nothing a customer writes becomes part of the page. */
import '../support/jsdom'
import type { Message } from '@contract'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Bubble } from '@/features/thread/bubble'
import { type ThreadActions, ThreadContext } from '@/features/thread/thread-context'
import { setLanguage } from '@/i18n'
import { aMessage } from '../stores/a-ticket'
import { threadActions } from './thread-actions'

const draw = (over: Record<string, unknown>, context: Partial<ThreadActions> = {}, first = true) =>
  render(
    <ThreadContext value={threadActions(context)}>
      <Bubble message={aMessage(1, over) as Message} first={first} last />
    </ThreadContext>,
  ).container

beforeEach(() => setLanguage('pt'))

describe('a bubble', () => {
  it('shows ticks on our own messages only, by how far they came', () => {
    const marks = (over: object): (string | null)[] =>
      [...draw({ fromMe: true, ...over }).querySelectorAll('[role=img]')].map(one =>
        one.getAttribute('aria-label'),
      )
    const [sent, delivered, read] = [marks({ ack: 2 }), marks({ ack: 3 }), marks({ ack: 4 })]
    expect(new Set([sent[0], delivered[0], read[0]]).size).toBe(3)
    expect(draw({ fromMe: false, ack: 4 }).querySelector('[role=img]')).toBeNull()
  })

  it('names who writes in a group, once for messages that follow each other', () => {
    const contact = { id: 9, name: 'Davi', number: '5511' }
    expect(draw({ contact }, { isGroup: true }).querySelector('[class*=sender]')?.textContent).toBe('Davi')
    expect(draw({ contact }, { isGroup: true }, false).querySelector('[class*=sender]')).toBeNull()
    expect(draw({ contact }).querySelector('[class*=sender]')).toBeNull()
  })

  it('shows markup from a customer as the words it is', () => {
    const box = draw({ body: '<img src=x onerror=alert(1)> *oi*' })
    expect(box.querySelector('img')).toBeNull()
    expect(box.textContent).toContain('<img src=x onerror=alert(1)>')
    expect(box.querySelector('strong, b')?.textContent).toBe('oi')
  })

  it('shows what its customer presses as it is shown there, and not once more in words', () => {
    const entries = [
      { title: 'Pix', description: '', section: 'Na hora' },
      { title: 'Boleto', description: 'até amanhã', section: 'Depois' },
    ]
    const menu = { kind: 'list', opening: 'Como paga?', entries, label: '', url: '', footer: 'Loja' }
    const body = 'Como paga?\n\n*1* - Pix\n*2* - Boleto'
    const list = draw({ fromMe: true, body, menu })
    expect(list.textContent).not.toContain('1 - Pix')
    const [group] = screen.getAllByRole('group', { name: 'Opções da mensagem' })
    expect(group?.textContent).toBe('Na horaPixDepoisBoletoaté amanhã')
    expect(screen.getByText('Loja')).toBeDefined()
    const buttons = (box: HTMLElement) =>
      [...box.querySelectorAll('[aria-label="Botões da mensagem"] > li')].map(one => one.textContent)
    expect(buttons(list)).toEqual(['Ver opções'])
    expect(buttons(draw({ fromMe: true, body, menu: { ...menu, kind: 'button' } }))).toEqual([
      'Pix',
      'Boleto',
    ])
    expect(buttons(draw({ fromMe: true, body, menu, isDeleted: true }))).toEqual([])
  })

  it('shows the page behind a link as one link by its title and host, while the message is there', () => {
    const linkPreview = {
      url: 'https://loja.example/a',
      title: '<b>Tênis</b>',
      description: 'Leves.',
      picture: '/media/1/a.png',
    }
    const box = draw({ body: 'Veja https://loja.example/a', linkPreview })
    const card = screen.getByRole('link', { name: '<b>Tênis</b>, loja.example' })
    expect([card.getAttribute('href'), card.querySelectorAll('a, button, b').length]).toEqual([
      'https://loja.example/a',
      0,
    ])
    expect(card.querySelector('img')?.getAttribute('src')).toBe('/media/1/a.png')
    expect(box.querySelectorAll('img').length).toBe(1)
    const openExternal = vi.fn()
    vi.stubGlobal('turno', { app: { openExternal } })
    fireEvent.click(card)
    vi.unstubAllGlobals()
    expect(openExternal.mock.calls).toEqual([[{ url: 'https://loja.example/a' }]])
    const elsewhere = { ...linkPreview, picture: 'https://espia.example/a.png', url: 'javascript:alert(1)' }
    expect(draw({ linkPreview: elsewhere }).querySelector('a')).toBeNull()
    expect(draw({ linkPreview, isDeleted: true }).querySelector('a')).toBeNull()
  })

  it('calls the writer of a quote you only where the reader answers: who looks on reads the agent', () => {
    const quotes = (body: string) => ({
      quotedMsgId: 'q',
      quotedMsg: {
        id: 'q',
        body,
        fromMe: true,
        mediaType: 'chat',
        mediaUrl: null,
        isDeleted: false,
        contact: null,
      },
    })
    expect(draw(quotes('bom dia')).textContent).toContain('Vocêbom dia')
    expect(draw(quotes('bom dia'), { readOnly: true }).textContent).toContain('Atendentebom dia')
    const signed = draw(quotes('*Ana Souza:*\nbom dia'), { readOnly: true })
    expect(signed.textContent).toContain('Ana Souzabom dia')
  })
})

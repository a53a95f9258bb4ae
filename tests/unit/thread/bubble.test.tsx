// @vitest-environment jsdom
/** One bubble: whose it is, what it says of itself, and that nothing a customer writes becomes part of the page. */
import '../support/jsdom'
import type { Message } from '@contract'
import { render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
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

  it('says that it was edited, forwarded or deleted', () => {
    draw({ isEdited: true })
    expect(screen.getByText('editada')).toBeDefined()
    draw({ isForwarded: true })
    expect(screen.getByText('Encaminhada')).toBeDefined()
    const gone = draw({ isDeleted: true, isEdited: true })
    expect(gone.textContent).not.toContain('editada')
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

  it('carries the reaction it got', () => {
    const box = draw({ reactions: [{ type: '👍', fromMe: false, userId: null }] })
    expect(box.textContent).toContain('👍')
  })
})

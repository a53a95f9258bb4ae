// @vitest-environment jsdom
import '../support/jsdom'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Draft, Outgoing, QuickMessage, Ticket } from '../../../src/contract'
import { Composer } from '../../../src/features/composer'
import { UNREAD_MS } from '../../../src/features/composer/questions'
import { ENTER_GUARD_MS } from '../../../src/features/composer/sending'
import { draftOf, resetDrafts, saveDraft, startDrafts } from '../../../src/stores/drafts'
import { flushFeed, receiveFeed, resetFeed } from '../../../src/stores/feed'
import { putThread, resetMessages } from '../../../src/stores/messages'
import { mergeMessages, NOTHING_KNOWN } from '../../../src/stores/messages-merge'
import { resetOutbox, startOutbox } from '../../../src/stores/outbox'
import { setPreferences } from '../../../src/stores/preferences'
import { quickMessagesDirectory } from '../../../src/stores/quick-messages'
import { resetRecorder, startRecorder, startRecording } from '../../../src/stores/recorder'
import { useSession } from '../../../src/stores/session'
import { settingsDirectory } from '../../../src/stores/settings'
import { absorbTickets, selectTicket, setViewer } from '../../../src/stores/tickets'
import { toasts, useToastList } from '../../../src/stores/toasts'
import { whatsappsDirectory } from '../../../src/stores/whatsapps'
import { entry, msg, tick } from '../stores-messages/samples'
import { aUser, fakeBridge, installBridge } from '../support/fake-bridge'

const aFile = {
  id: 'f1',
  name: 'nota.pdf',
  mime: 'application/pdf',
  size: 900,
  caption: '',
  width: null,
  height: null,
  duration: null,
}
let sent: Outgoing[]
let accept: boolean
let asked: number
let clock: number

beforeEach(() => {
  installBridge(fakeBridge())
  sent = []
  accept = true
  asked = 0
  clock = 10_000
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  settingsDirectory.use.setState({ items: [], status: 'ready' })
  whatsappsDirectory.use.setState({ items: [], status: 'ready' })
  void setPreferences({ signMessages: false, enterSends: true })
  startDrafts({
    drafts: {
      list: async () => ({ ok: true, value: [] as Draft[] }),
      save: async () => ({ ok: true, value: undefined }),
      remove: async () => ({ ok: true, value: undefined }),
    },
  })
  startOutbox({
    on: { outboxChanged: () => () => {} },
    outbox: {
      list: async () => ({ ok: true, value: [] }),
      enqueue: async (item: Outgoing) => {
        asked += 1
        if (!accept) return { ok: false, code: 'BRIDGE_FAILED', message: '' }
        sent.push(item)
        return { ok: true, value: entry(item.id, { ticketId: item.ticketId, body: item.body }) }
      },
    },
  } as unknown as Parameters<typeof startOutbox>[0])
})
afterEach(() => {
  cleanup()
  resetDrafts()
  resetOutbox()
  resetMessages()
  toasts.clear()
})

const page = (id: number, over: Partial<Ticket> = {}) => (
  <App>
    <Composer ticketId={id} ticket={tick(id, over)} onAccept={() => {}} />
  </App>
)
const box = (): HTMLTextAreaElement => screen.getByTestId('composer-text')
const type = (text: string): void => {
  fireEvent.change(box(), { target: { value: box().value + text } })
}
const enter = (): boolean => fireEvent.keyDown(box(), { key: 'Enter' })
const later = (ms: number): void => {
  clock += ms
}

describe('the wrong customer', () => {
  it('never gets a key: 12 keys a second over 35 switches', () => {
    const { rerender } = render(page(1))
    let showing = 1
    const wanted = new Map<number, string>()
    for (let i = 0; i < 35; i += 1) {
      showing = 1 + (i % 7)
      rerender(page(showing))
      for (let key = 0; key < 3; key += 1) {
        later(83)
        type(String(showing))
        enter() // within 300 ms of the switch: meant for the other one
        wanted.set(showing, (wanted.get(showing) ?? '') + showing)
      }
    }
    expect(sent).toEqual([])
    for (const [id, text] of wanted) expect(draftOf(id)?.text).toBe(text)
  })
  it('gets nothing of an Enter that comes right after the switch; later it is sent to the one on screen', async () => {
    const { rerender } = render(page(1))
    later(1_000)
    type('para 1')
    rerender(page(2))
    type('para 2')
    later(ENTER_GUARD_MS - 1)
    enter()
    expect(sent).toEqual([])
    later(1)
    enter()
    await waitFor(() => expect(sent).toMatchObject([{ ticketId: 2, body: 'para 2' }]))
    expect(draftOf(1)?.text).toBe('para 1')
  })
})

describe('sending', () => {
  it('clears the box only after the outbox accepted', async () => {
    render(page(1))
    later(1_000)
    type('oi')
    accept = false
    enter()
    await waitFor(() => expect(asked).toBe(1))
    await waitFor(() => expect(screen.getByTestId<HTMLButtonElement>('composer-send').disabled).toBe(false))
    expect(box().value).toBe('oi')
    expect(useToastList.getState().toasts).toMatchObject([{ tone: 'error' }])
    accept = true
    enter()
    await waitFor(() => expect(box().value).toBe(''))
    expect(sent).toMatchObject([{ ticketId: 1, kind: 'text', body: 'oi' }])
  })
  it('keeps a long caption whole, says that it is too long, and sends nothing until it fits', async () => {
    saveDraft(1, { attachments: [{ ...aFile, caption: 'legenda' }] })
    render(page(1))
    later(1_000)
    const caption = () => screen.getByLabelText<HTMLInputElement>('Legenda de nota.pdf')
    fireEvent.change(caption(), { target: { value: 'a'.repeat(1_025) } })
    expect(caption().value).toHaveLength(1_025)
    expect(caption().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toBe('Até 1.024 caracteres')
    expect(screen.getByTestId<HTMLButtonElement>('composer-send').disabled).toBe(true)
    type('veja')
    enter()
    fireEvent.keyDown(caption(), { key: 'Enter' })
    expect(asked).toBe(0)
    fireEvent.change(caption(), { target: { value: 'a'.repeat(1_024) } })
    expect(screen.getByText('1024 / 1024')).toBeDefined()
    enter()
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.body).toHaveLength(1_024)
  })
  it('sends no blanks, no repeats and nothing while an input method composes', () => {
    render(page(1))
    later(1_000)
    type('   ')
    enter()
    type('oi')
    fireEvent.keyDown(box(), { key: 'Enter', isComposing: true })
    fireEvent.keyDown(box(), { key: 'Enter', keyCode: 229 })
    fireEvent.keyDown(box(), { key: 'Enter', repeat: true })
    fireEvent.keyDown(box(), { key: 'Enter', shiftKey: true })
    expect(sent).toEqual([])
  })

  it('drops a quote whose message was deleted meanwhile, says so, and sends without it', async () => {
    const quoted = msg('q', 0)
    const put = (one: typeof quoted): void =>
      putThread(1, thread => ({ own: mergeMessages(thread.own, [one]) }))
    put(quoted)
    render(page(1))
    later(1_000)
    act(() =>
      saveDraft(1, {
        quote: { id: quoted.id, body: quoted.body, fromMe: false, mediaType: null, name: 'Rita' },
        text: 'oi',
        caret: 2,
      }),
    )
    await waitFor(() => expect(screen.getByText('text q')).toBeTruthy())
    act(() => put({ ...quoted, isDeleted: true }))
    await waitFor(() => expect(draftOf(1)?.quote ?? null).toBeNull())
    expect(screen.queryByText('text q')).toBeNull()
    expect(useToastList.getState().toasts).toMatchObject([{ tone: 'info' }])
    enter()
    await waitFor(() => expect(sent).toMatchObject([{ body: 'oi' }]))
    expect(sent[0]?.quote ?? null).toBeNull()
  })
  it('asks once before a reply crosses a new question', async () => {
    putThread(1, () => ({ own: mergeMessages(NOTHING_KNOWN, [msg('a', 0)]), phase: 'ready' }))
    render(page(1))
    later(1_000)
    type('resposta')
    putThread(1, thread => ({ own: mergeMessages(thread.own, [msg('b', 9)]) }))
    expect(await screen.findByText(/1 nova desde que você começou/)).toBeTruthy()
    enter()
    expect(await screen.findByText(/Envie de novo para confirmar/)).toBeTruthy()
    expect(sent).toEqual([])
    enter()
    await waitFor(() => expect(sent).toHaveLength(1))
  })
  it('asks once while a colleague’s answer is on its way, and no more once it was taken back', async () => {
    useSession.setState({ user: aUser({ id: 2 }) })
    putThread(1, () => ({ own: mergeMessages(NOTHING_KNOWN, [msg('a', 0)]), phase: 'ready' }))
    render(page(1))
    later(1_000)
    type('resposta')
    let seq = 0
    const bruno = (activity: 'sending' | 'writing'): void =>
      act(() => {
        seq += 1
        const data = { ticketId: 1, userId: 8, name: 'Bruno', activity }
        receiveFeed({ events: [{ seq, event: { channel: 'ticketPresence', data } }] })
        flushFeed()
      })
    bruno('sending')
    enter()
    expect(await screen.findByText(/Bruno está enviando uma resposta.*Envie de novo/)).toBeTruthy()
    expect(sent).toEqual([])
    bruno('writing')
    enter()
    await waitFor(() => expect(sent).toHaveLength(1))
    resetFeed()
  })
})

describe('focus', () => {
  const painted = (): Promise<void> =>
    new Promise(done => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))

  it('is taken on a switch but never on an update of the open ticket', async () => {
    const { rerender } = render(page(1))
    await painted()
    expect(document.activeElement).toBe(box())
    const other = document.createElement('input')
    document.body.append(other)
    other.focus()
    rerender(page(1, { unreadMessages: 4, lastMessage: 'novo' }))
    await painted()
    expect(document.activeElement).toBe(other)
    rerender(page(2))
    await painted()
    expect(document.activeElement).toBe(other)
    other.remove()
  })

  it('is left where somebody went on by Tab while the conversation was drawn', async () => {
    const button = document.createElement('button')
    document.body.append(button)
    button.focus()
    fireEvent.keyDown(button, { key: 'Enter' })
    const { rerender } = render(page(1))
    await painted()
    expect(document.activeElement).toBe(box())
    button.focus()
    rerender(page(2))
    fireEvent.keyDown(button, { key: 'Tab', shiftKey: true })
    await painted()
    expect(document.activeElement).toBe(button)
    fireEvent.click(button)
    rerender(page(1))
    await painted()
    expect(document.activeElement).toBe(box())
    button.remove()
  })
})

it('says why a pending ticket cannot be answered, and keeps the draft', () => {
  const { rerender } = render(page(1))
  type('rascunho')
  rerender(page(1, { status: 'pending' }))
  expect(screen.getByText(/Aceite para responder.*rascunho está guardado/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Aceitar' })).toBeTruthy()
  rerender(page(1))
  expect(box().value).toBe('rascunho')
})

const answer = {
  id: 1,
  shortcode: 'ola',
  message: 'Olá!',
  geral: false,
  userId: 1,
  queueIds: [] as number[],
} as QuickMessage

describe('a slash alone', () => {
  const listed = () => screen.queryByRole('listbox')
  afterEach(() => quickMessagesDirectory.reset())

  it('is answered, and Enter shows the quick answers instead of sending it', () => {
    quickMessagesDirectory.use.setState({ items: [answer], status: 'ready' })
    render(page(1))
    later(ENTER_GUARD_MS)
    type('/')
    expect(listed()).toBeNull()
    expect(screen.getByTestId('slash-notice').textContent).toContain('Continue digitando o atalho')
    enter()
    expect(asked).toBe(0)
    expect(listed()?.textContent).toContain('/ola')
    enter()
    expect(box().value).toBe('Olá!')
  })
})

describe('what is asked before it leaves', () => {
  it('a slash word without a quick answer: the second press of the habit is none, one after the question is', async () => {
    quickMessagesDirectory.use.setState({ items: [answer], status: 'ready' })
    render(page(1))
    later(ENTER_GUARD_MS)
    type('/obr')
    enter()
    expect(screen.getByTestId('slash-notice').textContent).toContain('Envie de novo')
    expect(sent).toHaveLength(0)
    // Another word is asked about anew; a sentence that begins with a slash is none.
    type('ig')
    enter()
    later(UNREAD_MS - 1)
    enter()
    expect(sent).toHaveLength(0)
    later(1)
    enter()
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  it('a file of a kind the Cloud API does not take is said to be one, and nothing leaves with it', async () => {
    saveDraft(1, { attachments: [{ ...aFile, name: 'nota.xml', mime: 'text/xml' }] })
    render(page(1, { whatsappId: 1 }))
    later(ENTER_GUARD_MS)
    const button = () => screen.getByTestId<HTMLButtonElement>('composer-send')
    expect([screen.queryByRole('alert'), button().disabled]).toEqual([null, false])
    const cloud = { id: 1, name: 'Vendas', status: 'CONNECTED', capabilities: ['document', 'credentials'] }
    act(() => whatsappsDirectory.use.setState({ items: [cloud] as never, status: 'ready' }))
    expect(screen.getByRole('alert').textContent).toMatch(/não aceita este tipo de arquivo/)
    expect(button().disabled).toBe(true)
    act(() => saveDraft(1, { attachments: [aFile] }))
    expect([screen.queryByRole('alert'), button().disabled]).toEqual([null, false])
    act(() => whatsappsDirectory.use.setState({ items: [], status: 'ready' }))
  })

  it('a text longer than the Cloud API takes: a paired number is asked, the Cloud API refuses with its limit', async () => {
    const long = 'a'.repeat(5_000)
    render(page(1, { whatsappId: 1 }))
    later(ENTER_GUARD_MS)
    type(long)
    expect(screen.getByText(/5\.000 caracteres, acima de 4\.096/)).toBeTruthy()
    enter()
    expect(sent).toHaveLength(0)
    act(() =>
      whatsappsDirectory.use.setState({
        items: [
          { id: 1, name: 'Vendas', status: 'CONNECTED', capabilities: ['text', 'credentials'] },
        ] as never,
        status: 'ready',
      }),
    )
    expect(screen.getByRole('alert').textContent).toBe('Mensagem longa demais: 5.000 de 4.096 caracteres.')
    enter()
    enter()
    expect(sent).toHaveLength(0)
    expect(box().value).toBe(long)
    act(() => whatsappsDirectory.use.setState({ items: [], status: 'ready' }))
    enter()
    await waitFor(() => expect(sent).toHaveLength(1))
  })
})

describe('a ticket that is taken away while one writes', () => {
  const bruno = { userId: 3, user: { id: 3, name: 'Bruno' } }
  beforeEach(() => {
    useSession.setState({ user: { id: 2, name: 'Ana' } as never })
    setViewer({ id: 2, profile: 'user', super: false, queueIds: [], seesUnqueued: true })
  })
  afterEach(() => {
    setViewer(null)
    useSession.setState({ user: null })
  })
  /** On screen as the server has it now. */
  const open = (id: number, over: Partial<Ticket> = {}) => {
    act(() => {
      absorbTickets([tick(id, { ...over, updatedAt: new Date(++told).toISOString() })], 0)
      selectTicket(id)
    })
    return page(id, over)
  }
  let told = 0

  it('says who has it; the answer stays a draft that no Enter sends, until one wants to write all the same', async () => {
    const { rerender } = render(open(1, { userId: 2 }))
    later(1_000)
    type('Seu pedido saiu')
    rerender(open(1, bruno))
    expect(screen.getByText(/Bruno atende este cliente agora.*ficou como rascunho/)).toBeTruthy()
    enter()
    fireEvent.keyDown(box(), { key: 'Enter', ctrlKey: true, shiftKey: true })
    // Left and come back to, it is still an answer that was begun in one's own ticket.
    rerender(open(2))
    rerender(open(1, bruno))
    later(1_000)
    enter()
    expect([sent, draftOf(1)?.text]).toEqual([[], 'Seu pedido saiu'])
    fireEvent.click(screen.getByRole('button', { name: 'Escrever mesmo assim' }))
    later(1_000)
    enter()
    const expected = { userId: 3, status: 'open' }
    await waitFor(() => expect(sent).toMatchObject([{ ticketId: 1, body: 'Seu pedido saiu', expected }]))
  })

  it('ends what is being said, which stays a draft that does not leave', async () => {
    const fake = fakeBridge()
    resetRecorder()
    startRecorder(fake.bridge)
    const { rerender } = render(open(5, { userId: 2 }))
    later(1_000)
    await act(async () => void (await startRecording(5)))
    expect(screen.getByTestId('recorder-bar')).toBeTruthy()
    rerender(open(5, bruno))
    // Nothing is left to send it with, and no other one begins.
    expect(screen.queryByTestId('recorder-bar')).toBeNull()
    expect(screen.queryByTestId('composer-record')).toBeNull()
    await waitFor(() => expect(fake.calls.filter(({ name }) => name === 'recorder.stop')).toHaveLength(1))
    const file = { ...aFile, id: 'voz', name: 'audio-record-site-1.mp3', mime: 'audio/mpeg', duration: 2.5 }
    const finished = [{ takeId: 'x', ticketId: 5, end: 'person' as const, file }]
    // Left at that moment and come back to: no longer one's own.
    rerender(open(2))
    fake.state.recorder = { ...fake.state.recorder, phase: 'idle', takeId: null, ticketId: null, finished }
    await act(async () => fake.emit('recorderChanged', fake.state.recorder))
    await waitFor(() => expect(draftOf(5)?.attachments).toHaveLength(1))
    rerender(open(5, bruno))
    expect(screen.getByText(/escreveu ou gravou ficou como rascunho/)).toBeTruthy()
    later(1_000)
    enter()
    await act(async () => {})
    expect(sent).toEqual([])
    resetRecorder()
  })
})

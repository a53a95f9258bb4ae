// @vitest-environment jsdom
/** What an opening asks of the server: the page of messages first and once, everything else after it and only where it is needed. */
import { capabilitiesOf } from '@contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LEGACY_CAPABILITIES } from '../../../electron/main/adapters/capabilities'
import { openContactPanel, resetContactPanel, useContactPanel } from '../../../src/stores/contact-panel'
import { receiveFeed, resetFeed } from '../../../src/stores/feed'
import { applyMessageEvents, resetMessages, watchThread } from '../../../src/stores/messages'
import { openAtPress, openThread } from '../../../src/stores/messages-opening'
import { forgetNotes } from '../../../src/stores/notes-request'
import { markThreadRead, settleMark } from '../../../src/stores/read-marks'
import { stopServers, useServers } from '../../../src/stores/servers'
import { loadNotes } from '../../../src/stores/thread-notes'
import { person } from '../contacts/a-contact'
import { aTicket } from '../stores/a-ticket'
import { msg } from './samples'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

/** Calls as they left, oldest first. */
const asked = (): string[] => call.mock.calls.map(([name]) => String(name))
const contact = person(2, { name: 'Rita', extraInfo: [{ id: 1, name: 'CPF', value: '1' }] })
const server = (adapter: 'legacy' | 'turno'): void => {
  const capabilities = adapter === 'legacy' ? LEGACY_CAPABILITIES : capabilitiesOf('native', {})
  const facts = { version: '4.8.5', adapter, capabilities }
  useServers.setState({ state: { current: 'x', locked: false, servers: [], facts, clockOffsetMs: 0 } })
}
let answers: () => Promise<void>
let seq = 0

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  answers = async () => {}
  call.mockReset()
  call.mockImplementation(async (name: string) => {
    if (name === 'messages.list') {
      await answers()
      return { messages: [msg('a', 1)], hasMore: false, ticket: aTicket(1, { contactId: 2, contact }) }
    }
    return name === 'contacts.get' ? contact : []
  })
})
afterEach(() => {
  leave()
  endFlood()
  resetMessages()
  resetContactPanel()
  forgetNotes()
  resetFeed()
  stopServers()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const leaving: (() => void)[] = []
const leave = (): void => {
  for (const end of leaving.splice(0)) end()
}

const hear = (at: number): void =>
  applyMessageEvents([
    {
      channel: 'appMessage',
      data: { action: 'create', message: msg(`live-${at}`, 100 + at), ticket: null, contact: null },
    },
  ])

let endFlood = (): void => {}
/** Ten events a second of other conversations. @returns ends it. */
function flood(): () => void {
  const event = { channel: 'ticket', data: { action: 'updateUnread', ticketId: 900 } }
  const timer = setInterval(() => receiveFeed({ events: [{ seq: ++seq, event }] }), 100)
  endFlood = () => clearInterval(timer)
  return endFlood
}

/** What the screen does once it is drawn: conversation and panel. */
function draw(): void {
  leaving.push(watchThread(1))
  openThread(1, false)
  loadNotes(1, 2)
  leaving.push(openContactPanel(1, 2))
}

describe('an opening on a server that answers one question after the other', () => {
  beforeEach(() => server('legacy'))

  it('asks for the page, and for the notes of who stays: the contact came with the page', async () => {
    let answered = (): void => {}
    answers = () => new Promise(resolve => (answered = resolve))
    openAtPress(1, 0)
    expect(asked()).toEqual(['messages.list'])
    draw()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked()).toEqual(['messages.list'])
    answered()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked()).toEqual(['messages.list', 'notes.list'])
    expect(useContactPanel.getState().contact).toMatchObject({ name: 'Rita', extraInfo: [{ value: '1' }] })
  })

  it('asks for nothing but the page of a conversation that is left again', async () => {
    openAtPress(1, 0)
    draw()
    await vi.advanceTimersByTimeAsync(300)
    leave()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked()).toEqual(['messages.list'])
    draw()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked().filter(name => name === 'notes.list')).toHaveLength(1)
  })

  it('asks in a flood for no notes of a conversation that is left and opened again, until somebody stays', async () => {
    const end = flood()
    await vi.advanceTimersByTimeAsync(2_000)
    for (let i = 0; i < 8; i++) {
      openAtPress(1, 0)
      draw()
      await vi.advanceTimersByTimeAsync(1_200)
      leave()
      await vi.advanceTimersByTimeAsync(400)
    }
    expect(asked()).not.toContain('notes.list')
    openAtPress(1, 0)
    draw()
    await vi.advanceTimersByTimeAsync(4_600)
    expect(asked().filter(name => name === 'notes.list')).toHaveLength(1)
    end()
  })

  it('marks what pours in seldom, and what was seen before somebody left, unless more came', async () => {
    openAtPress(1, 0)
    await vi.advanceTimersByTimeAsync(100)
    // Unread when the page was asked for: marked with it.
    markThreadRead(1)
    settleMark(1)
    expect(asked()).toHaveLength(1)
    for (let i = 0; i < 10; i++) {
      hear(i)
      markThreadRead(1)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(asked()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked()).toHaveLength(2)
    hear(98)
    markThreadRead(1)
    settleMark(1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked()).toHaveLength(3)
    hear(99)
    markThreadRead(1)
    settleMark(1)
    hear(100)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(asked()).toHaveLength(3)
  })
})

describe('an opening anywhere', () => {
  it('joins the page that was asked for at the press', async () => {
    server('turno')
    openAtPress(1, 3)
    const [, options] = call.mock.calls[0] ?? []
    expect(options.query).toEqual({ pageNumber: 1 })
    draw()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked()[0]).toBe('messages.list')
    expect(asked().sort()).toEqual(['contacts.get', 'messages.list', 'notes.list'])
  })

  it('of a conversation that is known is painted before anything is asked', async () => {
    server('turno')
    openAtPress(1, 0)
    await vi.advanceTimersByTimeAsync(100)
    openAtPress(1, 0)
    expect(asked()).toEqual(['messages.list'])
  })
})

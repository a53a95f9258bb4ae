import { describe, expect, it } from 'vitest'
import { type FeedEvent, type TicketNote, ticketNote } from '../../../src/contract'
import { readSections } from '../../../src/features/contact-drawer/open-sections'
import { applyPanelEvents, type PanelData, withNoteOnTop } from '../../../src/stores/contact-panel-data'
import { heard, person } from './a-contact'

const panel = (over: Partial<PanelData> = {}): PanelData => ({
  ticketId: 10,
  contactId: 2,
  contact: person(2),
  notes: [],
  ...over,
})
const note = (id: number, over: Record<string, unknown> = {}): TicketNote =>
  ticketNote.parse({
    id,
    note: `n${id}`,
    ticketId: 10,
    contactId: 2,
    createdAt: `2026-11-20T10:00:0${id}.000Z`,
    ...over,
  })
const noted = (one: TicketNote): FeedEvent => ({
  channel: 'ticketNote',
  data: { action: 'create', note: one },
})
describe('live events beside a conversation', () => {
  it('show notes of the ticket and of the contact newest first, each once', () => {
    const after = applyPanelEvents(panel({ notes: [note(1)] }), [
      noted(note(3, { ticketId: 11 })),
      noted(note(2)),
      noted(note(2)),
    ])
    expect(after.notes.map(one => one.id)).toEqual([3, 2, 1])
    expect(withNoteOnTop(after.notes, note(1)).map(one => one.id)).toEqual([3, 2, 1])
  })

  it('leave notes of somebody else alone and drop deleted ones', () => {
    const before = panel({ notes: [note(1)] })
    expect(applyPanelEvents(before, [noted(note(4, { ticketId: 99, contactId: 98 }))])).toBe(before)
    const gone = applyPanelEvents(before, [
      { channel: 'ticketNote', data: { action: 'delete', id: 1, ticketId: 10 } },
    ])
    expect(gone.notes).toEqual([])
  })

  it('change the contact, also inside an import, and keep what events leave out', () => {
    const before = panel({ contact: person(2, { whatsappId: 1, whatsapp: { id: 1, name: 'Loja' } }) })
    const records = [person(5), person(2, { name: 'Novo Nome', whatsappId: 1 })]
    const after = applyPanelEvents(before, [{ channel: 'contact', data: { action: 'update', records } }])
    expect(after.contact).toMatchObject({ name: 'Novo Nome', whatsapp: { name: 'Loja' } })
    expect(
      applyPanelEvents(before, [{ channel: 'contact', data: { action: 'update', contact: person(3) } }]),
    ).toBe(before)
  })

  it('keep the extra information and the connection that an event does not mention', () => {
    const known = person(2, {
      whatsappId: 1,
      whatsapp: { id: 1, name: 'Loja' },
      createdAt: '2026-01-01T00:00:00.000Z',
      extraInfo: [{ id: 1, name: 'CPF', value: '1' }],
    })
    // A legacy server says so after every message, and so after saving.
    const row = { id: 2, name: 'Novo', number: known.number, email: '', profilePicUrl: '', whatsappId: 1 }
    const { whatsappId: _id, ...saved } = row
    let state = panel({ contact: known })
    for (const contact of [row, { ...saved, extraInfo: [{ id: 1, name: 'CPF', value: '2' }] }])
      state = applyPanelEvents(state, [heard({ action: 'update', contact })])
    expect(state.contact).toMatchObject({
      name: 'Novo',
      whatsappId: 1,
      whatsapp: { name: 'Loja' },
      createdAt: '2026-01-01T00:00:00.000Z',
      extraInfo: [{ name: 'CPF', value: '2' }],
    })
    expect(state.contact).not.toHaveProperty('untold')
    const cleared = applyPanelEvents(state, [heard({ action: 'update', contact: { ...row, extraInfo: [] } })])
    expect(cleared.contact?.extraInfo).toEqual([])
  })
})

describe('open parts', () => {
  it.each([
    [null, ['extra', 'tags', 'notes']],
    ['["media"]', ['media']],
    ['[]', []],
    ['["media","kitchen"]', ['extra', 'tags', 'notes']],
    ['{', ['extra', 'tags', 'notes']],
  ])('%s', (text, expected) => expect(readSections(text)).toEqual(expected))
})

/**
 * Recorded answers and events, mutated ten thousand times: members missing, null, of another type, or extra. Nothing
 * thrown leaves the edge, and what is refused is reported.
 */
import { onSchemaMismatch } from '@contract'
import { afterEach, describe, expect, it } from 'vitest'
import { translateEvent } from '../../../electron/main/adapters/legacy/events'
import { localAddress, outgoingText } from '../../../electron/main/adapters/legacy/messages'

const ME = { id: 3, companyId: 1, profile: 'user' }

afterEach(() => onSchemaMismatch(() => {}))

describe('what changes on the way', () => {
  it('keeps internal chats of others away, and takes one away that one was taken out of', () => {
    const chat = { id: 9, uuid: 'u', title: 't', users: [{ userId: 8 }] }
    // Neither words nor title of it pass: only that one is not, or not any more, part of it.
    const newMessage = { id: 1, chatId: 9, message: 'segredo' }
    expect(translateEvent(ME, 'company-1-chat', { action: 'new-message', chat, newMessage })).toEqual([
      { name: 'company-1-chat', payload: { action: 'delete', id: 9 } },
    ])
    expect(translateEvent(ME, 'company-1-chat', { action: 'new-message', newMessage })).toEqual([])
    expect(translateEvent(ME, 'company-1-chat-9', { action: 'new-message', chat })).toEqual([])
    expect(translateEvent(ME, 'company-1-chat-user-3', { action: 'create', record: chat })).toMatchObject([
      { name: 'company-1-chat', payload: { action: 'create', chat: { id: 9 } } },
    ])
  })

  it('gives announcements one name, and scheduled messages their company', () => {
    const record = { id: 5, title: 'Aviso' }
    expect(translateEvent(ME, 'company-announcement', { action: 'create', record })).toMatchObject([
      { name: 'company-announcement' },
    ])
    expect(translateEvent(ME, 'company-1-announcement', { action: 'delete', id: '5' })).toEqual([
      { name: 'company-announcement', payload: { action: 'delete', id: '5' } },
    ])
    expect(translateEvent(ME, 'schedule', { action: 'delete', scheduleId: '5' })).toEqual([
      { name: 'company-1-schedule', payload: { action: 'delete', scheduleId: '5' } },
    ])
  })

  it('reads a connection that WhatsApp threw out as disconnected', () => {
    const [one] = translateEvent(ME, 'company-1-whatsappSession', {
      action: 'update',
      session: { id: 2, status: 'PENDING' },
    })
    expect(one?.payload).toMatchObject({ session: { id: 2, status: 'DISCONNECTED' } })
  })

  it('drops secrets before anything else sees them', () => {
    const [one] = translateEvent(ME, 'whatsappSession', {
      action: 'update',
      session: { id: 2, session: '{"creds":1}', qrcode: 'x' },
    })
    expect(one).toEqual({
      name: 'company-1-whatsappSession',
      payload: { action: 'update', session: { id: 2, qrcode: 'x' } },
    })
  })

  it('escapes file names and keeps escaped ones', () => {
    expect(localAddress('http://h:3000/public/17_nota fiscal.pdf')).toBe('/public/17_nota%20fiscal.pdf')
    expect(localAddress('http://h:3000/public/17_nota%20fiscal.pdf')).toBe('/public/17_nota%20fiscal.pdf')
    expect(outgoingText('a {{b}}')).not.toContain('{{')
  })
})

/** What the workspace shows of messages that Meta names without passing them on. */
import { expect, it } from 'vitest'
import { content, messageContentOf } from '../../../electron/server/desk/channel/cloud/content'

const read = (unsupported: unknown) => messageContentOf(content.parse({ type: 'unsupported', unsupported }))

it('what Meta does not pass on is named where it names it', () => {
  expect(read({ type: 'poll_creation' })).toEqual({
    body: '_O cliente enviou uma enquete, que este número não recebe._',
    mediaType: 'conversation',
    file: null,
  })
  expect(read({ type: 'group_invite' }).body).toContain('um convite para um grupo')
  expect(read({ type: 'event' }).body).toContain('um evento')
  expect(read({ type: 'pin' }).body).toContain('uma mensagem fixada')
  expect(read({ type: 'edit' }).body).toContain('uma edição de mensagem')
  expect(read({ type: 'media_placeholder' }).body).toContain('uma mídia')
  for (const other of [{ type: 'something_new' }, {}, undefined])
    expect(read(other)).toEqual({ body: '', mediaType: 'unsupported', file: null })
})

it('a place and a card are what the thread shows as such', () => {
  const of = (message: object) => messageContentOf(content.parse(message))
  const location = { latitude: -23.5505, longitude: -46.6333, name: 'Praça da Sé' }
  const place = of({ type: 'location', location })
  expect([place.mediaType, place.body]).toEqual([
    'locationMessage',
    expect.stringContaining('q=-23.5505%2C-46.6333'),
  ])
  const phones = [{ phone: '+55 11 90000-0000', wa_id: '5511900000000' }]
  const card = of({ type: 'contacts', contacts: [{ name: { formatted_name: 'João' }, phones }] })
  expect(card.body).toContain('waid=5511900000000:+55 11 90000-0000')
})

/** What Meta receives of a message that leaves: each kind by the fields of the Cloud API. */
import { expect, it } from 'vitest'
import type { OutgoingMessage } from '../../../electron/server/desk/channel/channel'
import { bodyOf } from '../../../electron/server/desk/channel/cloud/compose'

const MB = 1024 * 1024
const text: OutgoingMessage = {
  companyId: 1,
  whatsappId: 2,
  messageId: 'M-1',
  to: { number: '5511987654321', isGroup: false },
  body: 'Bom dia',
  mediaType: null,
  media: null,
  quotedMsgId: null,
  isForwarded: false,
  menu: null,
}
const file = (mime: string, size = MB): NonNullable<OutgoingMessage['media']> => ({
  path: '/media/1/arquivo',
  mime,
  name: 'arquivo.bin',
  size,
})

it('a text names whom it is for, whom it answers, and our id, which comes back with its receipts', () => {
  expect(bodyOf(text, null, 'wamid.9')).toEqual({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '5511987654321',
    context: { message_id: 'wamid.9' },
    type: 'text',
    text: { body: 'Bom dia', preview_url: false },
    biz_opaque_callback_data: 'M-1',
  })
  expect(bodyOf({ ...text, body: 'Veja https://loja.example' }, null, null)).toMatchObject({
    text: { preview_url: true },
  })
  expect(bodyOf(text, null, null)).not.toHaveProperty('context')
})

it.each([
  ['a picture with its words', 'image/jpeg', 'image', 'Olhe', MB, { image: { id: '7', caption: 'Olhe' } }],
  ['a film', 'video/mp4', 'video', '', MB, { video: { id: '7' } }],
  ['a voice note', 'audio/ogg; codecs=opus', 'audio', '', MB, { audio: { id: '7' } }],
  [
    'a PDF under its name',
    'application/pdf',
    'application',
    'Segue',
    MB,
    { document: { id: '7', caption: 'Segue', filename: 'arquivo.bin' } },
  ],
  // Heavier than pictures may be: not refused for that.
  [
    'a heavy picture as a file',
    'image/png',
    'image',
    '',
    6 * MB,
    { document: { id: '7', filename: 'arquivo.bin' } },
  ],
  [
    'sound with words as a file, which can carry them',
    'audio/mpeg',
    'audio',
    'Ouça',
    MB,
    { document: { id: '7', caption: 'Ouça', filename: 'arquivo.bin' } },
  ],
] as const)('%s', (_what, mime, mediaType, body, size, expected) => {
  const sent = bodyOf({ ...text, body, mediaType, media: file(mime, size) }, '7', null)
  expect(sent).toMatchObject(expected)
  expect(sent).toHaveProperty('type', Object.keys(expected)[0])
})

it('a voice note says that it is one', () => {
  const sent = { ...text, body: '', mediaType: 'audio', media: file('audio/mpeg') }
  expect(bodyOf(sent, '7', null, true)).toMatchObject({ type: 'audio', audio: { id: '7', voice: true } })
  expect(bodyOf(sent, '7', null)).toMatchObject({ type: 'audio', audio: { id: '7' } })
})

it('a place goes by its coordinates and name, and as words where it names none', () => {
  const place = { ...text, mediaType: 'locationMessage' }
  expect(
    bodyOf(
      { ...place, body: 'data:image/png;base64,AA== | https://maps.example/?q=-23.5505,-46.6333 | Sé' },
      null,
      null,
    ),
  ).toMatchObject({
    type: 'location',
    location: { latitude: -23.5505, longitude: -46.6333, name: 'Sé' },
  })
  expect(bodyOf({ ...place, body: 'Rua da Sé' }, null, null)).toMatchObject({ type: 'text' })
})

it('people go with each of their numbers, and as words where a card has none', () => {
  const card = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'FN:Bia Prado',
    'TEL;type=CELL;waid=5511911112222:+55 11 91111-2222',
    'TEL;type=WORK:+55 11 3333-4444',
    'END:VCARD',
  ].join('\n')
  expect(bodyOf({ ...text, mediaType: 'contactMessage', body: card }, null, null)).toMatchObject({
    type: 'contacts',
    contacts: [
      {
        name: { formatted_name: 'Bia Prado', first_name: 'Bia' },
        phones: [{ phone: '+55 11 91111-2222', wa_id: '5511911112222' }, { phone: '+55 11 3333-4444' }],
      },
    ],
  })
  const inParts = [
    'BEGIN:VCARD',
    'N;ENCODING=QUOTED-PRINTABLE:Souza;Jo=C3=A3o;;;',
    'item1.TEL;VALUE=uri:tel:+55-11-90000-0007;ext=12',
    'END:VCARD',
  ].join('\r\n')
  expect(bodyOf({ ...text, mediaType: 'contactMessage', body: inParts }, null, null)).toMatchObject({
    contacts: [{ name: { formatted_name: 'João Souza' }, phones: [{ phone: '+55-11-90000-0007' }] }],
  })
  const empty = 'BEGIN:VCARD\nFN:Bia\nEND:VCARD'
  expect(bodyOf({ ...text, mediaType: 'contactMessage', body: empty }, null, null)).toMatchObject({
    type: 'text',
  })
})

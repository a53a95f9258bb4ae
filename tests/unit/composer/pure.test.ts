import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { type Attachment, acceptedText, givenName, type QuickMessage, sign } from '../../../src/contract'
import { insertAt, replaceBefore, triggerAt } from '../../../src/features/composer/caret'
import {
  emojiIndex,
  emojiTrigger,
  fromUnified,
  matchingEmojis,
} from '../../../src/features/composer/emoji-search'
import { chooseVersion, isCompressible, prepareImage } from '../../../src/features/composer/image-compress'
import {
  answerTrigger,
  dayPart,
  fillVariables,
  isOfQueue,
  leavingAs,
  matchingAnswers,
  variablesFor,
} from '../../../src/features/composer/quick-answers'
import { enterMeans, leftover, newSince, outgoingOf } from '../../../src/features/composer/sending'
import { limitBytes } from '../../../src/features/composer/use-writing'
import { msg } from '../stores-messages/samples'

const answer = (shortcode: string, message = 'texto'): QuickMessage => ({
  id: shortcode.length,
  shortcode,
  message,
  mediaPath: null,
  mediaName: null,
  geral: true,
  status: true,
  isMedia: false,
  userId: null,
  queueIds: [],
  menu: null,
})
const end = (text: string) => ({ text, caret: text.length })
const file = (id: string, caption = ''): Attachment => ({
  id,
  name: `${id}.png`,
  mime: 'image/png',
  size: 1,
  caption,
  width: null,
  height: null,
  duration: null,
})

describe('quick answers', () => {
  it('open on a slash at the start of a word that is longer than one character', () => {
    expect(answerTrigger(end('/'), false)).toBeNull()
    expect(answerTrigger(end('/'), true)).toEqual({ from: 0, query: '' })
    expect(answerTrigger(end('/b'), false)).toEqual({ from: 0, query: 'b' })
    expect(answerTrigger(end('oi /bom'), false)).toEqual({ from: 3, query: 'bom' })
    expect(answerTrigger(end('linha\n/bom'), false)).toEqual({ from: 6, query: 'bom' })
    expect(answerTrigger(end('http://x'), false)).toBeNull()
    expect(answerTrigger({ text: '/bom dia', caret: 8 }, false)).toBeNull()
  })
  it('of some queues are offered in their tickets alone', () => {
    const ofSales = { ...answer('preço'), queueIds: [7] }
    expect([7, 8, null].map(queueId => isOfQueue(ofSales, queueId))).toEqual([true, false, false])
    expect([7, null].map(queueId => isOfQueue(answer('oi'), queueId))).toEqual([true, true])
  })
  it('match without case and accents, shortcuts before texts', () => {
    const all = [answer('entrega', 'prazo de ação'), answer('Ação', 'x'), answer('reação', 'y')]
    expect(matchingAnswers(all, 'ACAO').map(a => a.shortcode)).toEqual(['Ação', 'reação', 'entrega'])
    expect(matchingAnswers(all, 'nada')).toEqual([])
  })
  it('leave in words where their text, filled in and signed, is too long to stand above their menu', () => {
    const entries = [{ title: 'Sim', description: '', section: '' }]
    const menu = { kind: 'button' as const, entries, label: '', url: '', footer: '' }
    const one = { ...answer('oi', 'Oi {{name}}'), menu }
    const fill = (length: number) => (text: string) => text.replace('{{name}}', 'x'.repeat(length))
    expect(leavingAs(one, true, fill(1_021), null).menu).toEqual({
      kind: 'button',
      entries: [{ title: 'Sim' }],
    })
    const words = `Oi ${'x'.repeat(1_021)}\n\n*1* - Sim`
    expect(leavingAs(one, true, fill(1_021), 'Ana')).toEqual({ text: words, menu: null })
    expect(leavingAs(one, false, fill(3), null)).toEqual({ text: 'Oi xxx\n\n*1* - Sim', menu: null })
  })
  it('go in at the caret and leave the rest alone', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, after, piece) => {
        const head = `${before} `
        const typed = { text: `${head}/x${after}`, caret: head.length + 2 }
        const trigger = triggerAt(typed, '/')
        const done = replaceBefore(typed, trigger?.from ?? 0, piece)
        expect(done).toEqual({ text: `${head}${piece}${after}`, caret: head.length + piece.length })
      }),
    )
    expect(insertAt('abcd', 1, 3, 'X')).toEqual({ text: 'aXd', caret: 2 })
  })
  it('fill their variables, and leave unknown ones to be seen', () => {
    const at = new Date('2026-11-05T12:04:07Z')
    const values = variablesFor(
      'Maria da Silva',
      at,
      {
        morning: 'Bom dia',
        afternoon: 'Boa tarde',
        evening: 'Boa noite',
      },
      'America/Sao_Paulo',
    )
    expect(
      fillVariables('{{gretting}}, {{ firstName }} ({{name}}) {{protocol}} {{hora}} {{x}}', values),
    ).toBe('Bom dia, Maria (Maria da Silva) 20261105090407 09:04 {{x}}')
    // A customer without a name is not addressed by their number.
    const nobody = { ...values, name: givenName({ name: '5511900000000', number: '5511900000000' }) }
    const texts = [
      'Olá {{name}}!',
      'Olá, {{name}}, tudo bem?',
      '{{name}}, bom dia\n{{name}}',
      '{{hora}} {{name}} e {{x}}',
      '{{ms}}, {{name}}! Tudo bem?',
      '{{saudacao}}, {{nome}}, {{hora}}',
    ]
    expect(texts.map(text => fillVariables(text, nobody))).toEqual([
      'Olá!',
      'Olá, tudo bem?',
      'bom dia\n',
      '09:04 e {{x}}',
      'Bom dia! Tudo bem?',
      'Bom dia, 09:04',
    ])
    expect(acceptedText('Bom dia', nobody.name, 'Ana')).toMatch(/^Bom dia! Meu nome/)
    expect(
      [5, 6, 11, 12, 17, 18, 23].map(hour => dayPart(new Date(Date.UTC(2026, 0, 1, hour + 3)), '')),
    ).toEqual(['evening', 'morning', 'morning', 'afternoon', 'afternoon', 'evening', 'evening'])
    // The company's clock, not that of this computer: one instant, three turns of the day.
    const instant = new Date('2026-01-01T04:17:00Z')
    expect(['America/Sao_Paulo', 'Asia/Kolkata', 'Asia/Tokyo'].map(zone => dayPart(instant, zone))).toEqual([
      'evening',
      'morning',
      'afternoon',
    ])
  })
})

describe('emojis', () => {
  const index = emojiIndex({
    emojis: {
      a: [
        { n: ['coração', 'coração vermelho'], u: '2764-fe0f' },
        { n: ['rosto', 'rosto com coração'], u: '1f60d' },
      ],
    },
  })
  it('are found by their names', () => {
    expect(fromUnified('1f468-200d-1f4bb')).toBe('👨‍💻')
    expect(matchingEmojis(index, 'CORACAO').map(row => row.emoji)).toEqual(['❤️', '😍'])
  })
  it.each([
    [':)', false],
    ['12:30', false],
    [':c', false],
    [':co', true],
    ['oi :co', true],
  ])('%s offers: %s', (text, offers) => {
    expect(emojiTrigger(end(text)) !== null).toBe(offers)
  })
})

describe('sending', () => {
  const content = {
    ticketId: 3,
    text: ' oi ',
    quote: { id: 'q', body: 'b', fromMe: false, mediaType: null, name: 'Eva' },
    attachments: [file('f1', ' legenda '), file('f2')],
    signature: 'Ana',
    undoMs: 0,
  }
  it('sends the text first, then the files held back, the quote with the first', () => {
    let n = 0
    const items = outgoingOf(content, () => `client-000${++n}`)
    expect(items.map(i => [i.id, i.kind, i.body, i.holdMs ?? 0, i.quote?.id])).toEqual([
      ['client-0001', 'text', '*Ana:*\noi', 0, 'q'],
      ['client-0002', 'media', 'legenda', 2_000, undefined],
      ['client-0003', 'media', '', 2_000, undefined],
    ])
  })
  it('holds the text for as long as it can be taken back', () => {
    const items = outgoingOf({ ...content, undoMs: 5_000 }, () => 'client-0001')
    expect(items.map(item => item.holdMs)).toEqual([5_000, 2_000, 2_000])
  })
  it('does not send blanks', () => {
    expect(outgoingOf({ ...content, text: ' \n\t ', attachments: [] }, () => 'client-0001')).toEqual([])
  })
  it('signs on one bold line whatever the name holds', () => {
    expect(sign('oi', 'A*n\na')).toBe('*A n a:*\noi')
    expect(sign('oi', ' ')).toBe('oi')
  })
  it('keeps what was typed while the outbox was asked', () => {
    expect(leftover('oi', 'oi')).toBe('')
    expect(leftover('oi e mais', 'oi')).toBe(' e mais')
    expect(leftover('outra coisa', 'oi')).toBe('outra coisa')
  })
  it('counts customer messages since the reply was begun', () => {
    const list = [msg('a', 0), msg('b', 1), msg('me', 2, { fromMe: true }), msg('c', 3)]
    expect(newSince(list, 'a')).toBe(2)
    expect(newSince(list, 'c')).toBe(0)
    expect(newSince(list, 'gone')).toBe(0)
    expect(newSince(list, null)).toBe(3)
  })
  it('knows what Enter means', () => {
    const press = {
      key: 'Enter',
      shiftKey: false,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      isComposing: false,
    }
    expect(enterMeans(press, true)).toBe('send')
    expect(enterMeans({ ...press, shiftKey: true }, true)).toBeNull()
    expect(enterMeans(press, false)).toBeNull()
    expect(enterMeans({ ...press, ctrlKey: true }, false)).toBe('send')
    expect(enterMeans({ ...press, ctrlKey: true, shiftKey: true }, true)).toBe('sendAndResolve')
    expect(enterMeans({ ...press, isComposing: true }, true)).toBeNull()
    expect(enterMeans({ ...press, key: 'a' }, true)).toBeNull()
  })
})

describe('files', () => {
  it('takes the limit from the setting, or the default', () => {
    expect(limitBytes('5')).toBe(5 * 1_048_576)
    for (const odd of [undefined, '', 'abc', '-3', '0']) expect(limitBytes(odd)).toBe(100 * 1_048_576)
  })
  it('compresses pictures at 0.7', async () => {
    const asked: unknown[] = []
    vi.stubGlobal('createImageBitmap', async () => ({ width: 8, height: 4, close() {} }))
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        getContext() {
          return { drawImage() {} }
        }
        async convertToBlob(options: unknown) {
          asked.push(options)
          return new Blob(['x'])
        }
      },
    )
    const { file } = await prepareImage(new File(['maior'], 'foto.jpeg', { type: 'image/jpeg' }))
    vi.unstubAllGlobals()
    expect(asked).toEqual([{ type: 'image/jpeg', quality: 0.7 }])
    expect([file.name, file.size]).toEqual(['foto.jpg', 1])
  })
  it('sends a compressed picture only when it is smaller and nothing is lost', () => {
    expect(chooseVersion({ size: 100 }, { size: 40 }, false)).toBe('compressed')
    expect(chooseVersion({ size: 100 }, { size: 140 }, false)).toBe('original')
    expect(chooseVersion({ size: 100 }, { size: 40 }, true)).toBe('original')
    expect(chooseVersion({ size: 100 }, null, false)).toBe('original')
    expect(['image/gif', 'image/svg+xml', 'application/pdf'].some(isCompressible)).toBe(false)
  })
})

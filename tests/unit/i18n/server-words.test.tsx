// @vitest-environment jsdom
/** What the server writes in the place of what it did not receive: stored in words, said in the reader's language, wherever it is shown. */
import { message as messageSchema, notReceivedWords } from '@contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { messagePreview } from '@/features/thread'
import { printedText } from '@/features/thread/print-lines'
import { lastWords } from '@/features/tickets'
import { i18n, inTheirWords, LANGUAGES, type Language, loadLanguage } from '@/i18n'
import { noticeTexts } from '../../../electron/main/attention/texts'
import { contentOf } from '../../../electron/main/attention/wording'

beforeAll(async () => {
  for (const language of LANGUAGES) await loadLanguage(language)
})
const speak = (language: Language) => i18n.getFixedT(language)

/** As they were stored before there was a reader of them. */
const STORED = [
  [
    'veja\n_Arquivo não recebido: nota (1).pdf (não foi possível baixar)._',
    'veja\n_File not received: nota (1).pdf (it could not be downloaded)._',
    'veja\n_Archivo no recibido: nota (1).pdf (no se pudo descargar)._',
  ],
  [
    '_Arquivo não recebido: vídeo.mp4 (120 MB) passa do limite de 100 MB._',
    '_File not received: vídeo.mp4 (120 MB) is over the limit of 100 MB._',
    '_Archivo no recibido: vídeo.mp4 (120 MB) supera el límite de 100 MB._',
  ],
  [
    '_O cliente enviou algo que só aparece no celular._',
    '_The customer sent something that shows on the phone only._',
    '_El cliente envió algo que solo aparece en el teléfono._',
  ],
  [
    '_O cliente enviou uma enquete, que este número não recebe._',
    '_The customer sent a poll, which this number does not receive._',
    '_El cliente envió una encuesta, que este número no recibe._',
  ],
] as const

describe('words of the server in the place of what was not received', () => {
  it.each(STORED)('%j', (pt, en, es) => {
    expect(LANGUAGES.map(language => inTheirWords(speak(language), pt)).sort()).toEqual([pt, en, es].sort())
    const t = speak('en')
    const message = messageSchema.parse({ id: 'm', ticketId: 1, body: pt, mediaType: 'conversation' })
    const line = en.replace('\n', ' ').replaceAll('_', '')
    expect([messagePreview(t, message), lastWords(t, 'text', pt)]).toEqual([line, line])
    expect(printedText(t, message)).toBe(en.replaceAll('_', ''))
  })

  it.each(STORED)('in a notice of the system: %j', (...stored) => {
    const notice = { kind: 'message', key: 'ticket:1', at: 0, count: 1, ticketId: 1, name: 'Clara' } as const
    const shown = (['pt', 'en', 'es'] as const).map(language => {
      const message = { ...notice, words: stored[0], mediaType: 'conversation', mute: false, away: false }
      return contentOf(message, false, 0, 'all', noticeTexts(language)).body
    })
    expect(shown).toEqual(stored.map(text => text.replace('\n', ' ').replaceAll('_', '')))
  })

  it('are what the server writes now', () => {
    expect(notReceivedWords({ what: 'lost', file: 'a.pdf', why: 'notKept' })).toBe(
      '_Arquivo não recebido: a.pdf (não foi possível guardar)._',
    )
    expect(notReceivedWords({ what: 'tooLarge', file: 'a.pdf', limit: '16 MB' })).toBe(
      '_Arquivo não recebido: a.pdf passa do limite de 16 MB._',
    )
    expect(notReceivedWords({ what: 'phoneOnly' })).toBe(STORED[2][0])
    expect(notReceivedWords({ what: 'named', kind: 'poll' })).toBe(STORED[3][0])
  })

  it.each(['bom dia', 'Arquivo não recebido: a.pdf', '_Arquivo não recebido: a.pdf (porque sim)._', ''])(
    'any other text is left as it is: %j',
    body => expect(inTheirWords(speak('en'), body)).toBe(body),
  )
})

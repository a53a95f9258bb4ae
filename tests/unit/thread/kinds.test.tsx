// @vitest-environment jsdom
/** What customers send besides words, and what becomes of it: in the bubble, on paper, in the list's row and in a notice. */
import '../support/jsdom'
import { callWords, type Message } from '@contract'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Bubble } from '@/features/thread/bubble'
import { printedText } from '@/features/thread/print-lines'
import { ThreadContext } from '@/features/thread/thread-context'
import { lastKind, lastWords } from '@/features/tickets/last-message'
import { i18n, setLanguage } from '@/i18n'
import { noticeTexts } from '../../../electron/main/attention/texts'
import { contentOf } from '../../../electron/main/attention/wording'
import { aMessage } from '../stores/a-ticket'
import { threadActions } from './thread-actions'

beforeEach(() => setLanguage('pt'))

/** The same message in the four places a person reads it. */
function everywhere(over: Partial<Message>, isGroup = false) {
  const message = aMessage(1, over) as Message
  const t = i18n.getFixedT('pt')
  const box = render(
    <ThreadContext value={threadActions({ isGroup })}>
      <Bubble message={message} first last />
    </ThreadContext>,
  ).container
  const bubble = (box.textContent ?? '').replace(/\s+/g, ' ')
  cleanup()
  const kind = lastKind(message.mediaType)
  const notice = contentOf(
    {
      ...{
        key: 'ticket:1',
        kind: 'message',
        at: 0,
        count: 1,
        ticketId: 1,
        name: 'Clara',
        mute: false,
        away: false,
      },
      words: message.body,
      mediaType: message.mediaType,
    } as Parameters<typeof contentOf>[0],
    false,
    0,
    'all',
    noticeTexts('pt'),
  )
  return {
    bubble,
    printed: printedText(t, message),
    row: [kind, lastWords(t, kind, message.body)],
    notice: notice.body,
  }
}

describe('a message that is more than words', () => {
  it('an order says so, with what was ordered, whole on paper', () => {
    const body = '2 × Ração 10 kg\n1 × Coleira\nTotal: R$ 189,90'
    const said = everywhere({ mediaType: 'orderMessage', body })
    expect(said.bubble).toContain('Pedido')
    for (const line of ['2 × Ração 10 kg', '1 × Coleira', 'R$ 189,90']) expect(said.bubble).toContain(line)
    expect(said.printed).toBe(`Pedido:\n${body}`)
    expect(said.row[0]).toBe('order')
    expect(said.row[1]).toContain('Ração')
    expect(said.notice).toBe('Pedido: 2 × Ração 10 kg 1 × Coleira Total: R$ 189,90')
  })

  it('a customer with a new number is no message of theirs: it says so everywhere', () => {
    const said = everywhere({ mediaType: 'numberChange', body: '5511912345678 → 551132345678' })
    expect(said.bubble).toMatch(/Novo número.*\+55 \(11\) 91234-5678 → \+55 \(11\) 3234-5678/)
    expect(said.printed).toContain('Novo número')
    expect(said.row[0]).toBe('moved')
    expect(said.notice).toMatch(/^Novo número/)
  })

  it('where a customer came from stands above the words, also on paper, and its address leads nowhere by itself', () => {
    const referral = {
      ...{ kind: 'ad', title: 'Ração em dobro', text: 'Só hoje', url: 'https://fb.me/x1' },
    } as Message['referral']
    const said = everywhere({ body: 'ainda vale?', referral })
    expect(said.bubble).toMatch(/Veio de um anúncio.*Ração em dobro.*Só hoje.*Ver o anúncio.*ainda vale\?/)
    expect(said.printed).toBe('[Veio de um anúncio: Ração em dobro, https://fb.me/x1]\nainda vale?')
    expect(said.notice).toBe('ainda vale?')
    const odd = everywhere({
      body: 'oi',
      referral: { ...referral, url: 'javascript:alert(1)' } as Message['referral'],
    })
    expect(odd.bubble).not.toContain('Ver o anúncio')
  })

  it('what was edited says so and has its new words; what was revoked is said to be, without its words', () => {
    const edited = everywhere({ body: 'às 15h', isEdited: true })
    expect(edited.bubble).toMatch(/às 15h.*editada/)
    expect(edited.printed).toBe('às 15h')
    const referral = { kind: 'ad', title: 'Segredo', text: '', url: '' } as Message['referral']
    const gone = everywhere({ body: 'senha 123', isDeleted: true, referral })
    expect(gone.bubble).toMatch(/^mensagem apagada\d\d:\d\d$/)
    expect(gone.printed).toBe('mensagem apagada')
  })

  it('of a kind nobody knows is said to be one, where there are no words', () => {
    const said = everywhere({ mediaType: 'unsupported', body: '' })
    expect(said.bubble.length).toBeGreaterThan(20)
    expect(said.row[0]).toBe('unknown')
    expect(said.notice).toBe('Mensagem')
  })
})

it('a call that nobody took can be answered in writing, from where it stands, by whoever may write', () => {
  const missed = aMessage(1, { mediaType: 'call_log', body: callWords({ what: 'missed', video: false }) })
  const talked = callWords({ what: 'talked', seconds: 60, ours: false })
  const reply = vi.fn()
  const buttonOf = (message: Message, readOnly = false) => {
    cleanup()
    render(
      <ThreadContext value={{ ...threadActions({}), readOnly, reply }}>
        <Bubble message={message} first last />
      </ThreadContext>,
    )
    return screen.queryByRole('button', { name: 'Responder por escrito' })
  }
  expect(buttonOf(missed as Message, true)).toBeNull()
  expect(buttonOf({ ...missed, body: talked } as Message)).toBeNull()
  fireEvent.click(buttonOf(missed as Message) as HTMLElement)
  expect(reply).toHaveBeenCalledWith(missed)
})

const card = (name: string, number: string): string =>
  `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;type=CELL;waid=${number}:+${number}\nEND:VCARD`
const place = '|https://maps.google.com/maps?q=-23.55052%2C-46.633308&z=17|Praça da Sé'

it.each<[kind: string, body: string | null, wanted: string, words: string]>([
  ['image', null, 'button[aria-label^="Abrir"]', ''],
  ['sticker', null, 'button[aria-label^="Abrir"]', ''],
  ['audio', null, 'button[aria-label^="Ouvir áudio"]', ''],
  ['ptt', null, 'button[aria-label^="Ouvir áudio"]', ''],
  ['video', null, 'video', ''],
  ['application', null, 'button[aria-label^="Baixar"]', ''],
  ['locationMessage', `data:image/png;base64,iVBORw0KGgo=${place}`, 'button', 'Abrir no mapa'],
  ['liveLocationMessage', place, 'button', 'Abrir no mapa'],
  ['contactMessage', card('Oficina do Zé', '5511987651001'), 'li', '+55 (11) 98765-1001'],
])('a message of the kind %s can be opened, heard or read', (mediaType, body, wanted, words) => {
  const mediaUrl = body === null ? 'http://127.0.0.1/public/arquivo.bin' : null
  const message = aMessage(1, { mediaType, mediaUrl, body: body ?? '' }) as Message
  const { container } = render(
    <ThreadContext value={threadActions({})}>
      <Bubble message={message} first last />
    </ThreadContext>,
  )
  expect(container.querySelector(wanted)?.textContent).toContain(words)
})

/** One conversation in which every kind of message stands, above what its ticket is about. */
import { ACK } from '@contract'
import type { Attachment } from './beats'
import type { FileShop } from './files'
import type { PlannedContact } from './plan'
import type { SeededCompany } from './seed-company'
import type { WrittenTicket } from './seed-words'

interface Shown {
  by: 'c' | 'a' | 'system'
  say?: string
  send?: Attachment
  /** Quotes the message before it. */
  quotes?: true
  reaction?: string
  mark?: 'isEdited' | 'isDeleted' | 'isForwarded'
}

/** In the order in which they stand. */
const SHOWN: readonly Shown[] = [
  { by: 'c', say: 'Oi! Comprei a *cafeteira* e quero tirar umas dúvidas.' },
  { by: 'system', say: 'Olá! Você está no Suporte da Loja Horizonte. Já vamos atender.' },
  { by: 'c', say: 'Chegou assim', send: 'damage' },
  { by: 'a', say: 'Obrigada pela foto! Abriu a caixa normalmente?', quotes: true },
  { by: 'c', say: 'Abri, olha', send: 'video' },
  { by: 'c', send: 'sticker' },
  { by: 'c', send: 'voice' },
  { by: 'a', say: 'Entendi, já estou resolvendo.', reaction: '👍' },
  { by: 'a', say: 'Segue a nota da sua compra.', send: 'taxNote' },
  { by: 'a', send: 'cards' },
  { by: 'a', send: 'location' },
  { by: 'c', send: 'call' },
  { by: 'a', say: 'A troca é gratuita em até 30 dias.', mark: 'isForwarded' },
  { by: 'a', say: 'O prazo da coleta é de 2 dias úteis.', mark: 'isEdited' },
  { by: 'c', say: 'Mensagem enviada por engano', mark: 'isDeleted' },
]
const APART_MS = 60_000
/** The last of them stands so long before what the ticket is about. */
const BEFORE_MS = 20 * 60_000

/**
 * Puts one of everything above an open conversation of the first agent.
 * Where there is none, nothing is put anywhere.
 */
export async function addShowcase(
  company: SeededCompany,
  files: FileShop,
  { people, tickets }: { people: readonly PlannedContact[]; tickets: WrittenTicket[] },
): Promise<void> {
  const agent = company.users.find(({ email }) => email === 'ana@demo.turno')
  const own = tickets.filter(
    ({ plan, userId, drafts }) =>
      plan.status === 'open' &&
      userId === agent?.id &&
      !people[plan.contact]?.isGroup &&
      drafts.length + SHOWN.length <= 40,
  )
  // How many of them there are depends on the hour at which a demo begins.
  const ticket = own.find(({ plan }) => plan.queue === 'Suporte') ?? own[0]
  const first = ticket?.drafts[0]?.draft
  if (!ticket || !first) return
  const begin = first.at - BEFORE_MS - SHOWN.length * APART_MS
  const shown: WrittenTicket['drafts'] = []
  for (const [i, { by, say = '', send, quotes, reaction = null, mark }] of SHOWN.entries()) {
    const at = begin + i * APART_MS
    const fromMe = by !== 'c'
    const facts = send
      ? await files.attach(send, ticket.plan.concern, at)
      : { mediaType: fromMe ? 'extendedTextMessage' : 'conversation' }
    shown.push({
      draft: {
        id: `DEMO-SHOWN-${i + 1}`,
        at,
        fromMe,
        body: say,
        attachment: send ?? null,
        quotedMsgId: quotes ? `DEMO-SHOWN-${i}` : null,
        ack: fromMe ? ACK.read : ACK.pending,
        isDeleted: mark === 'isDeleted',
        isEdited: mark === 'isEdited',
        isForwarded: mark === 'isForwarded',
        reaction,
      },
      facts,
      contactId: fromMe ? null : ticket.plan.contact + 1,
      ...(by === 'system' ? { automatic: true as const } : {}),
    })
  }
  ticket.drafts.unshift(...shown)
}

/** Two conversations in other languages among those of the first agent, and what their words mean: the demo's model knows no language. */
import { ACK } from '@contract'
import type { Person } from '../simulator/people'
import { SPEAKERS, type Words } from '../simulator/talk/foreign'
import type { PlannedContact } from './plan'
import type { SeededCompany } from './seed-company'
import type { WrittenTicket } from './seed-words'

type Said = readonly [by: 'c' | 'a', words: Words]

interface Foreign {
  language: 'en' | 'es'
  customer: Pick<Person, 'name' | 'first' | 'number' | 'city'>
  said: readonly Said[]
}

export const FOREIGN: readonly Foreign[] = [
  {
    language: 'es',
    customer: { name: 'Lucía Fernández', first: 'Lucía', number: '5491145678123', city: 'Buenos Aires' },
    said: [
      [
        'c',
        {
          es: 'Hola, buenas tardes. Compré una cafetera en su tienda y todavía no me llegó.',
          pt: 'Olá, boa tarde. Comprei uma cafeteira na loja de vocês e ela ainda não chegou.',
          en: 'Hello, good afternoon. I bought a coffee maker in your shop and it has not arrived yet.',
        },
      ],
      [
        'a',
        {
          es: '¡Hola, Lucía! Ya miro dónde está su pedido.',
          pt: 'Olá, Lucía! Já vejo onde está o seu pedido.',
          en: 'Hello, Lucía! I will look where your order is.',
        },
      ],
      [
        'c',
        {
          es: 'Gracias. El seguimiento dice que está en la aduana desde hace una semana.',
          pt: 'Obrigada. O rastreio diz que está na alfândega há uma semana.',
          en: 'Thank you. The tracking says it has been at customs for a week.',
        },
      ],
      [
        'a',
        {
          es: 'Así es, falta un documento nuestro. Lo enviamos hoy mismo.',
          pt: 'Isso mesmo, falta um documento nosso. Enviamos hoje mesmo.',
          en: 'That is so, a document of ours is missing. We will send it today.',
        },
      ],
      [
        'c',
        {
          es: '¿Y cuántos días más va a tardar? Es un regalo de cumpleaños para mi mamá.',
          pt: 'E quantos dias mais vai demorar? É um presente de aniversário para a minha mãe.',
          en: 'And how many more days will it take? It is a birthday present for my mother.',
        },
      ],
    ],
  },
  {
    language: 'en',
    customer: { name: 'Emily Carter', first: 'Emily', number: '14155550142', city: 'São Paulo' },
    said: [
      [
        'c',
        {
          en: 'Hi! I moved to São Paulo last month and would like to buy a washing machine.',
          pt: 'Oi! Me mudei para São Paulo no mês passado e queria comprar uma máquina de lavar.',
          es: '¡Hola! Me mudé a São Paulo el mes pasado y quisiera comprar un lavarropas.',
        },
      ],
      [
        'a',
        {
          en: 'Welcome, Emily! How many people are you at home?',
          pt: 'Boas-vindas, Emily! Quantas pessoas são na sua casa?',
          es: '¡Bienvenida, Emily! ¿Cuántas personas son en su casa?',
        },
      ],
      [
        'c',
        {
          en: 'Four of us, and the kitchen is quite small. Do you deliver and install it?',
          pt: 'Somos quatro, e a cozinha é bem pequena. Vocês entregam e instalam?',
          es: 'Somos cuatro, y la cocina es bastante pequeña. ¿Ustedes la entregan y la instalan?',
        },
      ],
      [
        'a',
        {
          en: 'Yes, both. Which voltage do you have there, 127 or 220?',
          pt: 'Sim, os dois. Qual é a voltagem aí, 127 ou 220?',
          es: 'Sí, las dos cosas. ¿Qué voltaje tiene ahí, 127 o 220?',
        },
      ],
      [
        'c',
        {
          en: 'I have no idea, sorry. How could I find out before you bring the wrong one?',
          pt: 'Não faço ideia, desculpe. Como descubro antes que vocês tragam a errada?',
          es: 'No tengo idea, perdón. ¿Cómo lo averiguo antes de que traigan la equivocada?',
        },
      ],
    ],
  },
]

const KNOWN = new Map<string, Readonly<Record<string, string>>>([
  ...FOREIGN.flatMap(({ language, said }) => said.map(([, words]) => [words[language], words] as const)),
  ...Object.values(SPEAKERS).flatMap(({ language, answers }) =>
    answers.map(words => [words[language], words] as const),
  ),
])

/** What a sentence of these conversations is in another language; null for every other sentence. */
export const meaningOf = (text: string, language: string): string | null =>
  KNOWN.get(text)?.[language] ?? null

const APART_MS = 90_000

/**
 * Gives the words of two open conversations of the first agent to customers from elsewhere.
 * @throws Error when there are no such conversations: the plan of the demo has changed.
 */
export function addForeign(
  company: SeededCompany,
  { people, tickets }: { people: PlannedContact[]; tickets: WrittenTicket[] },
): void {
  const agent = company.users.find(({ email }) => email === 'ana@demo.turno')
  const own = tickets
    .filter(
      ({ plan, userId, drafts }) =>
        plan.status === 'open' &&
        userId === agent?.id &&
        !people[plan.contact]?.isGroup &&
        tickets.every(other => other.plan === plan || other.plan.contact !== plan.contact) &&
        drafts.every(({ facts }) => !facts.mediaName),
    )
    .sort((one, other) => one.plan.endedAgo - other.plan.endedAgo)
  for (const [at, { customer, language, said }] of FOREIGN.entries()) {
    const ticket = own[at + 1]
    const known = ticket && people[ticket.plan.contact]
    const last = ticket?.drafts.at(-1)?.draft
    if (!ticket || !known || !last) throw new Error('No open conversation of the agent for another language')
    const { contact } = ticket.plan
    people[contact] = { ...known, person: { ...known.person, ...customer, email: '' } }
    ticket.drafts = said.map(([by, words], i) => {
      const fromMe = by === 'a'
      return {
        draft: {
          ...last,
          id: `DEMO-FOREIGN-${language}-${i + 1}`,
          at: last.at - (said.length - 1 - i) * APART_MS,
          fromMe,
          body: words[language],
          attachment: null,
          quotedMsgId: null,
          ack: fromMe ? ACK.read : ACK.pending,
          isDeleted: false,
          isEdited: false,
          isForwarded: false,
          reaction: null,
        },
        facts: { mediaType: fromMe ? 'extendedTextMessage' : 'conversation' },
        contactId: fromMe ? null : contact + 1,
        ...(fromMe ? { written: words.pt } : {}),
      }
    })
  }
}

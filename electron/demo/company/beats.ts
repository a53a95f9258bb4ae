/**
 * What a demo conversation is made of, and the turns that most of them share. Slots as in
 * simulator/talk/cases.ts, plus {agent}, {company} and {queue}.
 */

export type Attachment =
  | 'damage'
  | 'product'
  | 'receipt'
  | 'label'
  | 'qr'
  | 'voice'
  | 'slip'
  | 'taxNote'
  | 'location'
  | 'card'
  | 'cards'
  | 'video'
  | 'sticker'
  | 'call'

export interface Beat {
  /** c: the customer, a: the agent. */
  by: 'c' | 'a'
  /** Ways of saying it; for an attachment its caption. */
  say: readonly string[]
  send?: Attachment
  /** Answers the last message of the other side by quoting it. */
  quotes?: boolean
  /** Probability that it happens, when it is not certain. */
  maybe?: number
  /** Hours that pass before it, when it is not an answer of the same sitting. */
  hours?: number
}

export const c = (...say: string[]): Beat => ({ by: 'c', say })
export const a = (...say: string[]): Beat => ({ by: 'a', say })
export const maybe = (maybe: number, beat: Beat): Beat => ({ ...beat, maybe })
export const quoting = (beat: Beat): Beat => ({ ...beat, quotes: true })
export const later = (hours: number, beat: Beat): Beat => ({ ...beat, hours })
export const file = (by: 'c' | 'a', send: Attachment, ...say: string[]): Beat => ({
  by,
  send,
  say: say.length > 0 ? say : [''],
})

export const hello = a(
  'Olá, {first}! Aqui é {agent}, de {queue}. Como posso ajudar?',
  'Oi, {first}, tudo bem? Sou {agent} e vou cuidar do seu atendimento.',
  '{first}, bom dia! {agent} falando, da {company}. Já estou vendo seu caso.',
)
export const askOrder = a(
  'Pode me passar o número do pedido, por favor?',
  'Qual o número do pedido?',
  'Me confirma o pedido, por gentileza?',
)
export const giveOrder = c('{order}', 'É o {order}', 'Pedido {order}')
export const wait = a(
  'Obrigado! Um momento que vou verificar.',
  'Só um instante, {first}, estou consultando o sistema.',
  'Vou conferir agora e já te retorno.',
)
export const ok = c('Ok, aguardo', 'Tá bom', 'Certo, fico no aguardo', 'Beleza 👍')
const more = a(
  'Posso ajudar em algo mais?',
  'Ficou alguma dúvida, {first}?',
  'Mais alguma coisa que eu possa fazer por você?',
)
export const goodbye = c(
  'Não, era só isso. Muito {obrigado}! 🙏',
  'Só isso mesmo, {obrigado} pela atenção',
  'Ótimo atendimento, {obrigado} 😊',
  'Resolvido, valeu!',
)
export const bye = a(
  'Eu que agradeço! Tenha um ótimo dia, {first}.',
  'Disponha! A {company} agradece o contato. 😊',
  'Foi um prazer ajudar. Até mais!',
)
export const ending = [more, goodbye, bye] as const

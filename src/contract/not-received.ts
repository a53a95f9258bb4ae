/** What a customer sent and nobody has here: how it is stored, and how it is worded for its reader. */
/** Why a file of a customer is not there, with the words that are stored. */
const LOST_FILE = {
  notFetched: 'não foi possível baixar',
  notKept: 'não foi possível guardar',
  tooBig: 'grande demais',
  noCredentials: 'conexão sem credenciais',
} as const
export type LostFile = keyof typeof LOST_FILE

/** What a number cannot receive and the other side names, with the words that are stored. */
const UNRECEIVED = {
  poll: 'uma enquete',
  vote: 'um voto em uma enquete',
  invitation: 'um convite para um grupo',
  gif: 'um GIF',
  product: 'um produto de um catálogo',
  order: 'um pedido',
  list: 'uma lista',
  event: 'um evento',
  edit: 'uma edição de mensagem',
  pin: 'uma mensagem fixada',
  kept: 'uma mensagem guardada na conversa',
  viewOnce: 'uma mídia de visualização única',
  media: 'uma mídia',
} as const
export type Unreceived = keyof typeof UNRECEIVED

/** What a customer sent and nobody has here: words of the server stand in its place, below what came with it. */
export type NotReceived =
  | { what: 'phoneOnly' }
  | { what: 'named'; kind: Unreceived }
  | { what: 'lost'; file: string; why: LostFile }
  /** @property file with its size where that is known. @property limit with its unit. */
  | { what: 'tooLarge'; file: string; limit: string }

const PHONE_ONLY = '_O cliente enviou algo que só aparece no celular._'

/**
 * What is stored of it: Portuguese, as it was from the beginning, so that whoever reads rows (searches, other programs, older
 * consoles) reads words. A console words it in its person's language (`translateNotReceived`).
 */
export function notReceivedWords(what: NotReceived): string {
  if (what.what === 'phoneOnly') return PHONE_ONLY
  if (what.what === 'named') return `_O cliente enviou ${UNRECEIVED[what.kind]}, que este número não recebe._`
  const why = what.what === 'lost' ? `(${LOST_FILE[what.why]})` : `passa do limite de ${what.limit}`
  return `_Arquivo não recebido: ${what.file} ${why}._`
}

/** Reads what takes the place of something that was not received; null for any other text. */
function readNotReceived(body: string): { before: string; notReceived: NotReceived } | null {
  const at = body.lastIndexOf('\n') + 1
  const [before, line] = [body.slice(0, at), body.slice(at)]
  if (line === PHONE_ONLY) return { before, notReceived: { what: 'phoneOnly' } }
  const [, named] = /^_O cliente enviou (.+), que este número não recebe\._$/.exec(line) ?? []
  const kind = (Object.keys(UNRECEIVED) as Unreceived[]).find(one => UNRECEIVED[one] === named)
  if (kind) return { before, notReceived: { what: 'named', kind } }
  const [, file = '', cause, limit] =
    /^_Arquivo não recebido: (.+) (?:\(([^()]+)\)|passa do limite de (\d+ MB))\._$/.exec(line) ?? []
  if (limit) return { before, notReceived: { what: 'tooLarge', file, limit } }
  const why = (Object.keys(LOST_FILE) as LostFile[]).find(one => LOST_FILE[one] === cause)
  return why ? { before, notReceived: { what: 'lost', file, why } } : null
}

type Key = NotReceived['what'] | LostFile | Unreceived
type Places = { file: string; limit: string; why: string; kind: string }
/** The text of a key of `src/locales/…/notReceived.json` with its places filled. */
type Fill = (key: Key, values: Places) => string

/**
 * A customer's message with such words put into another language by `fill`.
 * @returns what came before them, and them; null for any other text.
 */
export function translateNotReceived(body: string, fill: Fill): { before: string; text: string } | null {
  const found = readNotReceived(body)
  if (!found) return null
  const { before, notReceived: it } = found
  const places = { file: '', limit: '', why: '', kind: '', ...it }
  if (it.what === 'lost') places.why = fill(it.why, places)
  if (it.what === 'named') places.kind = fill(it.kind, places)
  return { before, text: fill(it.what, places) }
}

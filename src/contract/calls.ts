/** Lines of a conversation about calls: how they are stored, and how they are worded for their reader. */

export type CallLine =
  /** Nobody answered. @property video null where it is not known. */
  | { what: 'missed' | 'refused' | 'rang'; video: boolean }
  /** @property seconds how long it was. @property ours it was begun by the company. */
  | { what: 'talked'; seconds: number; ours: boolean }
  /** The company called, and the customer did not answer. */
  | { what: 'unanswered' }
  /** The customer lets the company call, until a time (ISO-8601) or for good (null), or does not. */
  | { what: 'permitted'; until: string | null }
  | { what: 'declined' }

const OUTCOMES = { missed: 'perdida', refused: 'recusada', rang: 'recebida' } as const
const PERMITTED = 'O cliente permite ligações'
const DECLINED = 'O cliente não permite ligações'
const UNANSWERED = 'Ligação para o cliente, sem resposta'

/**
 * What is stored of it: Portuguese, so that whoever reads rows (searches, other programs, older consoles) reads words. A
 * console words it in its person's language (`readCall`).
 */
export function callWords(line: CallLine): string {
  switch (line.what) {
    case 'talked':
      return `${line.ours ? 'Ligação para o cliente' : 'Chamada de voz'}, duração de ${Math.round(line.seconds)} s`
    case 'unanswered':
      return UNANSWERED
    case 'permitted':
      return line.until === null ? PERMITTED : `${PERMITTED} até ${line.until}`
    case 'declined':
      return DECLINED
    default:
      return `Chamada de ${line.video ? 'vídeo' : 'voz'} ${OUTCOMES[line.what]}`
  }
}

/** Reads such a line, also one that names the time at its end; null for any other text. */
export function readCall(body: string): CallLine | null {
  if (body === DECLINED) return { what: 'declined' }
  if (body === UNANSWERED) return { what: 'unanswered' }
  const [isPermitted, until] = /^O cliente permite ligações(?: até (\S+))?$/.exec(body) ?? []
  if (isPermitted) return { what: 'permitted', until: until ?? null }
  const [, begun, seconds] = /^(Chamada de voz|Ligação para o cliente), duração de (\d+) s$/.exec(body) ?? []
  if (seconds) return { what: 'talked', seconds: Number(seconds), ours: begun !== 'Chamada de voz' }
  const [, kind, word] =
    /^Chamada de (voz|vídeo) (perdida|recusada|recebida)(?: às \d\d:\d\d)?$/.exec(body) ?? []
  const what = (Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[]).find(one => OUTCOMES[one] === word)
  return what ? { what, video: kind === 'vídeo' } : null
}

/** Whether a customer called and nobody answered; such customers get the message that calls are not answered. */
export const wasNotAnswered = (body: string): boolean => {
  const line = readCall(body)
  return line === null || line.what === 'missed' || line.what === 'refused' || line.what === 'rang'
}

/** Places in the logs of events: how answers of calls and events are told older from newer. */

/** A place in a company's log. Two places of one log can be compared, and no others. */
export interface LogPlace {
  log: string
  seq: number
}

/** Header of an answer: what the log has up to this place is in it. Legacy servers have none. */
export const READ_AT_HEADER = 'x-turno-read-at'

/** The log of a company. @param epoch of the server's logs. */
export const logOf = (epoch: string, companyId: number): string => `${epoch}/${companyId}`

/** A place as the header says it. */
export const placeText = ({ log, seq }: LogPlace): string => `${log} ${seq}`

/** The place that a header says; null where it says none. */
export function placeIn(text: unknown): LogPlace | null {
  const [, log, seq] = /^(\S{1,200}) (\d{1,15})$/.exec(String(text)) ?? []
  return log && seq ? { log, seq: Number(seq) } : null
}

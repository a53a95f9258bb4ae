import { EventEmitter } from 'node:events'

/**
 * Everything the stand-in would have shown to a person or passed to the operating system, kept for assertions, and one
 * emitter that announces each change to the control channel.
 */
export const bus = new EventEmitter()
bus.setMaxListeners(0)

/** One thing that happened: what, when (ms since epoch) and its details. */
export interface Happening {
  kind: string
  at: number
  details: Record<string, unknown>
}

const KEPT = 5000
const happenings: Happening[] = []

/** Notes one happening and announces it as `happening`. The oldest are dropped beyond 5,000. */
export function happened(kind: string, details: Record<string, unknown> = {}): void {
  const happening = { kind, at: Date.now(), details }
  happenings.push(happening)
  if (happenings.length > KEPT) happenings.splice(0, happenings.length - KEPT)
  bus.emit('happening', happening)
}

/** All happenings so far, oldest first, of one kind when given. */
export const history = (kind?: string): Happening[] =>
  kind ? happenings.filter(one => one.kind === kind) : [...happenings]

/** A line for the developer who looks at the terminal. */
export function say(line: string): void {
  process.stdout.write(`[stand-in] ${line}\n`)
}

/** Which tickets this person's own windows are changing: what the server then says of them is known to everybody here. */

/** How long after the answer an event of the same change may still come. Milliseconds. */
const ECHO_MS = 5_000
const CHANNEL = 'own ticket changes'

const until = new Map<number, number>()
let channel: BroadcastChannel | null = null

function keep(id: number): void {
  const now = Date.now()
  for (const [known, end] of until) if (end < now) until.delete(known)
  until.set(id, now + ECHO_MS)
}

/** Hears what the other windows change. Called once per window that announces. */
export function hearOwnChanges(): void {
  if (channel || typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'number') keep(data)
  }
}

/** Changes of this window that the server has not answered yet, by ticket. */
const running = new Map<number, number>()

/** Notes a change that is asked for now. @returns called when the server has answered, whatever it said. */
export function beginOwnChange(id: number): () => void {
  running.set(id, (running.get(id) ?? 0) + 1)
  noteOwnChange(id)
  return () => {
    const left = (running.get(id) ?? 1) - 1
    if (left > 0) running.set(id, left)
    else running.delete(id)
    noteOwnChange(id)
  }
}

/** Whether this window has asked for a change of the ticket and waits for its answer. */
export const isChanging = (id: number): boolean => running.has(id)

/** Notes that this window changes a ticket. */
export function noteOwnChange(id: number): void {
  keep(id)
  if (typeof BroadcastChannel === 'undefined') return
  const out = channel ?? new BroadcastChannel(CHANNEL)
  out.postMessage(id)
  if (out !== channel) out.close()
}

/** Whether a change of this ticket that arrives now is the person's own. */
export const isOwnChange = (id: number): boolean => (until.get(id) ?? 0) >= Date.now()

/** Forgets everything (tests). */
export function resetOwnChanges(): void {
  until.clear()
  running.clear()
}

/** The sending pace of one number: even, so that a campaign never reaches the provider's limit. */
import { setTimeout as delay } from 'node:timers/promises'

/** @param perSecond messages of one number. @returns resolves when the number may send its next message. */
export function createPace(perSecond: number): (whatsappId: number) => Promise<void> {
  const gap = 1_000 / perSecond
  const next = new Map<number, number>()
  return async whatsappId => {
    const now = performance.now()
    const at = Math.max(now, next.get(whatsappId) ?? 0)
    next.set(whatsappId, at + gap)
    if (at > now) await delay(at - now, undefined, { ref: false })
  }
}

/** Asks the recorder page which microphones there are. */
import type { AudioInput } from '../../../src/contract'

const TIMEOUT_MS = 10_000

/** @param order asks the page. @param onDone called when there is an answer, or none in time. */
export function createDeviceQuestion(order: () => void, onDone: () => void) {
  let answered: ((devices: AudioInput[]) => void) | null = null
  const answer = (devices: AudioInput[]): void => answered?.(devices)
  return {
    answer,
    isAsking: () => answered !== null,
    /** @returns nothing while it is asked already. */
    ask: (): Promise<AudioInput[]> =>
      new Promise(resolve => {
        if (answered) return resolve([])
        const late = setTimeout(answer, TIMEOUT_MS, [])
        answered = found => {
          clearTimeout(late)
          answered = null
          resolve(found)
          onDone()
        }
        order()
      }),
  }
}

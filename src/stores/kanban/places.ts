/** Where the board and its lanes were scrolled to when their screen was left; kept until the session ends. */
import { atSessionEnd } from '../session-end'

const offsets = new Map<string, number>()
atSessionEnd('kanban places', () => offsets.clear())

/** @param key `board`, or a lane's id as text. @returns pixels from the start. */
export const placeOf = (key: string): number => offsets.get(key) ?? 0

export function keepPlace(key: string, offset: number): void {
  offsets.set(key, offset)
}

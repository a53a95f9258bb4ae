/** Orders that servers of this family keep their lists in. */
import { fold } from '@contract'

type Record = { id: number }

/** By a text without accents and case, then by id. */
export const byText =
  <T extends Record>(text: (row: T) => string) =>
  (a: T, b: T): number => {
    const [first, second] = [fold(text(a)), fold(text(b))]
    return first < second ? -1 : first > second ? 1 : a.id - b.id
  }

/** By an instant as ISO-8601 text (default: by id alone), the newest first. */
export const newestFirst =
  <T extends Record>(at: (row: T) => string = () => '') =>
  (a: T, b: T): number =>
    at(b).localeCompare(at(a)) || b.id - a.id

/**
 * The longest rising run of places: rows that need not move when the others do.
 * @param places places of rows in another order, each once.
 * @returns indexes into `places`.
 */
export function risingRun(places: readonly number[]): ReadonlySet<number> {
  /** Index with the lowest last place of a run of each length, and the one before each index in its run. */
  const ends: number[] = []
  const before: number[] = []
  places.forEach((place, index) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[ends[middle] as number] as number) < place) low = middle + 1
      else high = middle
    }
    before.push(ends[low - 1] ?? -1)
    ends[low] = index
  })
  const run = new Set<number>()
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] as number) run.add(index)
  return run
}

/** The texts of one language, built area by area when one of an area is first asked for. */

export type TextTree = { [key: string]: string | TextTree }

/** What builds the texts of an area, by the first part of their keys. */
export type Areas = Readonly<Record<string, () => TextTree>>

/**
 * Adds areas to the texts of a language.
 * @param areas a function that was never called keeps no words in memory: a window that shows the tickets knows those of
 *   forty other screens only as a piece of its file.
 */
export function addAreas(tree: TextTree, areas: Areas): void {
  for (const [area, build] of Object.entries(areas))
    Object.defineProperty(tree, area, {
      configurable: true,
      enumerable: true,
      get() {
        const value = build()
        Object.defineProperty(tree, area, { configurable: true, enumerable: true, value })
        return value
      },
    })
}

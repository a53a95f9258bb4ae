/**
 * Refuses a build whose files would begin in the wrong order: files that wait for one another (one of them finds the other
 * empty), and a page that comes to the file of another page, which would begin that page in its window.
 */

/**
 * @param files by name, what each loads before it begins and on demand, and whether it is a page's own.
 * @returns what is wrong, in words.
 */
export function wrongOrder(files) {
  const wrong = []
  const state = new Map()
  const visit = (name, way) => {
    if (state.get(name) === 'done') return
    if (state.get(name) === 'open') {
      wrong.push(`files wait for one another: ${[...way.slice(way.indexOf(name)), name].join(' → ')}`)
      return
    }
    state.set(name, 'open')
    for (const imported of files[name]?.imports ?? []) visit(imported, [...way, name])
    state.set(name, 'done')
  }
  for (const name of Object.keys(files)) visit(name, [])
  const pages = Object.keys(files).filter(name => files[name].isEntry)
  for (const page of pages) {
    const reached = new Set([page])
    for (const name of reached)
      for (const next of [...(files[name]?.imports ?? []), ...(files[name]?.dynamicImports ?? [])])
        reached.add(next)
    for (const other of pages)
      if (other !== page && reached.has(other)) wrong.push(`the page ${page} comes to the page ${other}`)
  }
  return wrong
}

/** Vite's plugin for the pages. */
export const chunkOrder = () => ({
  name: 'turno:chunk-order',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
    const wrong = wrongOrder(Object.fromEntries(chunks.map(chunk => [chunk.fileName, chunk])))
    if (wrong.length > 0) this.error(wrong.join('\n'))
  },
})

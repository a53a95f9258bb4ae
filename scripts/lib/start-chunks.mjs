/**
 * Which modules travel together. Left to itself the bundler makes a file for each set of screens that share something, forty
 * and more for the first page, and every file is a request that main answers and the window waits for; in Node every
 * file costs some milliseconds.
 */

/** Every module that leads to this one, itself included. */
function leadingTo(id, graph, how) {
  const found = new Set([id])
  for (const one of found) {
    const info = graph.getModuleInfo(one)
    for (const kind of how) for (const importer of info?.[kind] ?? []) found.add(importer)
  }
  return found
}

/** Names of the pages or programs among modules. */
const entriesAmong = (modules, graph) =>
  new Set(
    [...modules]
      .filter(one => graph.getModuleInfo(one)?.isEntry)
      .map(one => /([^/\\]+)\.\w+$/.exec(one)?.[1]),
  )

/**
 * The file of a module that the console needs from the beginning: `shared` when the windows beside it begin with it too,
 * `start` when they can never ask for it (what is in a file runs when the file is loaded); null leaves it to the bundler.
 */
export function startChunk(id, graph) {
  const first = entriesAmong(leadingTo(id, graph, ['importers']), graph)
  if (!first.has('index') || first.has('recorder')) return null
  if (first.has('second')) return 'shared'
  const ever = entriesAmong(leadingTo(id, graph, ['importers', 'dynamicImporters']), graph)
  return ever.size === 1 ? 'start' : null
}

/**
 * The file of a module that the workspace server starts with; what its thread needs stays in files of the thread's own.
 */
export function serverChunk(id, graph) {
  const first = entriesAmong(leadingTo(id, graph, ['importers']), graph)
  return first.has('index') && first.size === 1 ? 'shared' : null
}

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

/** The console's own part of its page: what is only seen after a sign-in begins here. */
const SIGNED_IN = /[\\/]src[\\/]app[\\/]console\.tsx$/

/**
 * The file of a module that the console needs from the beginning: `shared` when the windows beside it begin with it too,
 * `start` when they can never ask for it (what is in a file runs when the file is loaded); `console` and `shared-console` are
 * the same for what it needs once somebody has signed in. Null leaves it to the bundler.
 */
export function startChunk(id, graph) {
  const leading = leadingTo(id, graph, ['importers'])
  const first = entriesAmong(leading, graph)
  if (first.has('recorder')) return null
  const after = !first.has('index')
  if (after && ![...leading].some(one => SIGNED_IN.test(one))) return null
  if (first.has('second')) return after ? 'shared-console' : 'shared'
  const ever = entriesAmong(leadingTo(id, graph, ['importers', 'dynamicImporters']), graph)
  // The page's own file would begin a console in every window that asks for a part of it.
  if (ever.size !== 1) return !after && !graph.getModuleInfo(id)?.isEntry ? 'shared' : null
  return after ? 'console' : 'start'
}

/** The server's program. */
const SERVER = /[\\/]electron[\\/]server[\\/]index\.ts$/

/**
 * The file of a module that the workspace server starts with; what its thread needs stays in files of the thread's own.
 */
export function serverChunk(id, graph) {
  const leading = leadingTo(id, graph, ['importers'])
  // Its entry asks for it by `import()`: an entry among what leads here is a thread's.
  return [...leading].some(one => SERVER.test(one)) && entriesAmong(leading, graph).size === 0
    ? 'shared'
    : null
}

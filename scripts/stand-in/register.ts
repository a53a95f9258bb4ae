/**
 * `node --import out/stand-in/register.js out/main/index.js`: makes `electron` mean the stand-in, for `import` and for
 * the `require` of libraries (electron-log), in this process only.
 */
import Module, { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import electron from './electron'

Object.defineProperty(process, 'type', { value: 'browser', enumerable: true })

const NAMES = ['electron', 'electron/main', 'electron/common']

interface Loader {
  _load(request: string, parent: unknown, isMain: boolean): unknown
}
const loader = Module as unknown as Loader
const load = loader._load
loader._load = (request, parent, isMain) =>
  NAMES.includes(request) ? electron : load.call(loader, request, parent, isMain)

// What is built beside the stand-in finds it as a package (vite.config.ts). Elsewhere the loader is asked for each module,
// on a thread of its own, which is a twelfth of what a start costs.
if (!process.argv[1]?.startsWith(fileURLToPath(new URL('..', import.meta.url)))) {
  const target = new URL('./electron.js', import.meta.url).href
  const hooks = `
const names = ${JSON.stringify(NAMES)}
export async function resolve(specifier, context, next) {
  return names.includes(specifier) ? { url: ${JSON.stringify(target)}, shortCircuit: true } : next(specifier, context)
}`
  register(`data:text/javascript,${encodeURIComponent(hooks)}`)
}

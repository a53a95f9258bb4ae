/** What is said before somebody has signed in is in the first file of texts: a key of another area would stand there raw. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FIRST_AREAS } from '../../../scripts/lib/texts.mjs'

const ROOT = join(import.meta.dirname, '../../..')
const PT = join(ROOT, 'src/locales/pt')
/** Rooms of the screens before the sign-in, and what is drawn around them. */
const ROOMS = ['brand', 'first-run', 'keeping', 'network', 'servers', 'sign-in', 'two-factor'].map(
  room => `src/features/${room}`,
)
const SHELL = ['language-menu.tsx', 'splash.tsx', 'theme-toggle.tsx', 'toast-area.tsx'].map(
  name => `src/app/shell/${name}`,
)

const filesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => join(folder, name))

type Tree = { [key: string]: string | Tree }
const texts = new Map(
  readdirSync(PT).map(name => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(join(PT, name), 'utf8')) as Tree,
  ]),
)

/** Whether there is a text of this key, or, where the key goes on with a value, an area's part of that name. */
function isText(key: string): boolean {
  const [area = '', ...parts] = key.replace(/\.?\$\{.*$/, '').split('.')
  let at: string | Tree | undefined = texts.get(area)
  for (const part of parts) at = typeof at === 'object' ? at[part] : undefined
  return at !== undefined && parts.length > 0
}

it('are all that the screens before the sign-in name', () => {
  const files = [...ROOMS.flatMap(filesOf), ...filesOf('src/ui'), ...SHELL]
  const named = files.flatMap(file =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/[`'"]([a-zA-Z]+\.[\w.]*(?:\$\{)?)/g)]
      .map(([, key = '']) => key)
      .filter(isText)
      .map(key => ({ file, area: key.split('.', 1)[0] ?? '' })),
  )
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter(({ area }) => !FIRST_AREAS.has(area))).toEqual([])
})

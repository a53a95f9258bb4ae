/** The grid of 4 px (docs/look.md section 2): gaps, margins and paddings of forms and tables. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * The conversation, the lists beside it, marks within a line of text, and pages that are drawn piece by piece: what is dense
 * there is measured by itself. A name that keeps to the grid by now has to go from here.
 */
const ELSEWHERE = [
  'app/shell',
  'features/chats',
  'features/composer',
  'features/connections/qr.module.css',
  'features/contact-drawer',
  'features/copilot',
  'features/dashboard',
  'features/downloads',
  'features/first-run',
  'features/kanban',
  'features/notes',
  'features/queues/phone',
  'features/recorder',
  'features/templates',
  'features/thread',
  'features/tickets',
  'features/todo',
  'features/wall',
  'features/workplace',
  'ui/badge.module.css',
  'ui/kbd.module.css',
  'ui/queue-bar.module.css',
  'ui/segmented-tabs.module.css',
  'ui/tag-chip.module.css',
]

const DECLARATION =
  /(?<![\w-])((?:(?:row|column)-)?gap|(?:scroll-)?(?:margin|padding)(?:-[a-z-]+)?):\s*([^;]*);/g

/** Declarations of a sheet that leave the grid. 1 px is a line and no room; 2 px say why in the rule ("2 px: …"). */
function offGrid(sheet: string): string[] {
  return sheet.split('}').flatMap(rule =>
    [...rule.matchAll(DECLARATION)].flatMap(([declaration, , value = '']) => {
      const off = [...value.matchAll(/(?<![\w.])-?(\d+(?:\.\d+)?)px/g)]
        .map(([, px]) => Number(px))
        .filter(px => px % 4 !== 0 && px !== 1 && !(px === 2 && /\/\*[^*]*2 px: /.test(rule)))
      return off.length > 0 ? [declaration] : []
    }),
  )
}

const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.module.css'))
  .map(file => ({ file, off: offGrid(readFileSync(join('src', file), 'utf8')) }))
const isElsewhere = (file: string): boolean => ELSEWHERE.some(name => file.startsWith(name))

it('finds what leaves the grid, and lets lines and explained halves be', () => {
  expect(offGrid('.a { gap: 4px 8px; margin: -12px 0 1px; padding: calc(100% - 16px) }')).toEqual([])
  expect(offGrid('.a { gap: 6px; } .b { padding: 0 10px; margin-top: 5.5px; }')).toEqual([
    'gap: 6px;',
    'padding: 0 10px;',
    'margin-top: 5.5px;',
  ])
  expect(offGrid('.a { padding: 2px; }')).toEqual(['padding: 2px;'])
  expect(offGrid('.a { /* 2 px: the ring of what is chosen */ padding: 2px; }')).toEqual([])
})

it('keeps forms and tables on it', () => {
  expect(found.length).toBeGreaterThan(90)
  expect(found.filter(({ file, off }) => off.length > 0 && !isElsewhere(file))).toEqual([])
})

it('excuses nothing that keeps to it', () => {
  expect(
    ELSEWHERE.filter(name => !found.some(({ file, off }) => file.startsWith(name) && off.length > 0)),
  ).toEqual([])
})

/** Who stands above whom in the workspace server: the floors of its rooms (rooms.config.ts), and circles between them. */
import { FLOORS } from '../../../rooms.config'
import { type Read, roomOf } from './imports'

const SERVER = 'electron/server/'

/** From a file of one room of the server to another room. */
interface Arrow {
  /** The file without its ending; like the rooms, with its floor: `desk/tickets/update`. */
  file: string
  from: string
  to: string
}

const floorOf = (room: string): number => FLOORS.indexOf(room.split('/', 1)[0] ?? '')

/**
 * The arrows between the rooms of the server, types included.
 * The files of `electron/server` itself are none of them: they put the server together, or are what all of it stands on.
 */
export function arrowsIn(reads: [path: string, read: Read][]): Arrow[] {
  const inside = (path: string): string | undefined => {
    const room = path.startsWith(SERVER) ? roomOf(path) : undefined
    return room?.startsWith(SERVER) ? room.slice(SERVER.length) : undefined
  }
  const arrows = new Map<string, Arrow>()
  for (const [path, { uses }] of reads) {
    const from = inside(path)
    if (!from) continue
    const file = path.slice(SERVER.length).replace(/\.tsx?$/, '')
    for (const { kind, what } of uses) {
      const to = kind === 'rooms' && inside(what)
      if (to && to !== from) arrows.set(`${file} -> ${to}`, { file, from, to })
    }
  }
  return [...arrows.values()]
}

/** The arrows that lead to a higher floor, each as `file -> room`. */
export const upward = (arrows: Arrow[]): string[] =>
  arrows
    .filter(({ from, to }) => floorOf(from) < floorOf(to))
    .map(({ file, to }) => `${file} -> ${to}`)
    .sort()

/** Sets of rooms in which each reaches every other, each as its rooms in order. */
export function circlesIn(arrows: Arrow[]): string[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of arrows) next.set(from, [...(next.get(from) ?? []), to])
  const reached = (start: string): Set<string> => {
    const found = new Set<string>()
    const open = [start]
    for (let room = open.pop(); room !== undefined; room = open.pop())
      for (const to of next.get(room) ?? [])
        if (!found.has(to)) {
          found.add(to)
          open.push(to)
        }
    return found
  }
  const all = new Map([...next.keys()].map(room => [room, reached(room)]))
  const circles = [...all].map(([room, found]) => [...found].filter(other => all.get(other)?.has(room)))
  return [...new Set(circles.filter(one => one.length > 1).map(one => one.sort().join(' ')))].sort()
}

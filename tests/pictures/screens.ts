/** Every screen, from the places that know them: the table of routes, the sections of the reports and of the settings. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCREEN_ROUTES } from '../../src/app/routing/screens'
import { SECTIONS } from '../../src/features/reports/sections'
import { SECTION_KEYS } from '../../src/features/settings/sections'

export interface Screen {
  /** Of its pictures. */
  name: string
  path: string
  /** Only some people may see it. */
  ruled: boolean
}

/** A place in an address: a number or word known beforehand, or where the server is asked for the first there is. */
type Place = readonly string[] | { ask: string; rows: string; member: 'id' | 'uuid' }

/** By the name of the route's parameter and, where that is not enough, by the route. */
const PLACES: Readonly<Record<string, Place>> = {
  '/reports/:section': SECTIONS.map(({ key }) => key).filter(key => key !== 'overview'),
  '/settings/:section': SECTION_KEYS,
  ':ticketId': {
    ask: '/tickets?pageNumber=1&status=open&showAll=true&queueIds=[1,2,3]',
    rows: 'tickets',
    member: 'uuid',
  },
  ':chatId': { ask: '/chats?pageNumber=1', rows: 'records', member: 'uuid' },
  ':articleId': { ask: '/articles?pageNumber=1', rows: 'articles', member: 'id' },
  ':queueId': { ask: '/queue', rows: '', member: 'id' },
  ':contactListId': { ask: '/contact-lists?pageNumber=1', rows: 'records', member: 'id' },
  ':campaignId': { ask: '/campaigns?pageNumber=1', rows: 'records', member: 'id' },
}

const nameOf = (path: string): string =>
  path
    .replace(/^\/|\?.*/g, '')
    .replaceAll('/', '-')
    .replaceAll(':', '') || 'dashboard'

/**
 * Every screen behind the sign-in.
 * @param first the first record's member, null where there is none: such a screen is left out.
 * @throws Error for an address with a place that PLACES does not know: a new screen needs a line there
 */
export async function consoleScreens(
  first: (place: Exclude<Place, readonly string[]>) => Promise<string | null>,
): Promise<Screen[]> {
  const screens: Screen[] = []
  for (const { path, rule } of SCREEN_ROUTES) {
    const ruled = rule !== undefined
    const [parameter] = /:\w+/.exec(path) ?? []
    if (!parameter) {
      screens.push({ name: nameOf(path), path, ruled })
      continue
    }
    const place = PLACES[path] ?? PLACES[parameter]
    if (!place) throw new Error(`tests/pictures/screens.ts does not know what ${parameter} of ${path} may be`)
    if ('ask' in place) {
      const found = await first(place)
      if (found) screens.push({ name: nameOf(path), path: path.replace(parameter, found), ruled })
    } else
      for (const word of place) {
        const here = path.replace(parameter, word)
        screens.push({ name: nameOf(here), path: here, ruled })
      }
  }
  return [
    ...screens,
    { name: 'queues-new', path: '/queues/new', ruled: true },
    { name: 'schedules-list', path: '/schedules?view=list', ruled: false },
    { name: 'unknown-page', path: '/no-such-page', ruled: false },
  ]
}

/** Every screen before the sign-in, as the router names them. */
export function publicScreens(): Screen[] {
  const router = readFileSync(join(import.meta.dirname, '../../src/app/routing/router.tsx'), 'utf8')
  const paths = [...router.matchAll(/path: '(\/[^':]*)'/g)].flatMap(([, path]) => path ?? [])
  return paths.map(path => ({ name: nameOf(path), path, ruled: false }))
}

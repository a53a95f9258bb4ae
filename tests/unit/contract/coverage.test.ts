/** The pages that lead from demands to tests name files and titles that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { campaignSettingsForm, type Endpoint, endpoints, preferences, SETTING_KEYS } from '@contract'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const pages = readdirSync(join(root, 'tests')).filter(file => /^(coverage-of-.*|effects)\.md$/.test(file))

const rowsOf = (page: string): string[] =>
  readFileSync(join(root, 'tests', page), 'utf8')
    .split('\n')
    .filter(line => line.startsWith('| ') && !/^\| (demand|fault|where|---)/.test(line))

const tests = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter(file => /\.(tsx?|mjs)$/.test(file))
  .map(file => readFileSync(join(root, 'tests', file), 'utf8').replaceAll("\\'", "'"))
  .join('\n')
const GAP = /%[sdij]|\$\{[^}]*\}|\$\w+/
/** Titles with something to fill in, as patterns; those that are hardly more than that would fit anything. */
const patterns = [...tests.matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/g)].flatMap(([, , title = '']) => {
  const parts = title.split(GAP)
  if (parts.length === 1 || parts.join('').length < 12) return []
  return [new RegExp(parts.map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+'))]
})
const isTitle = (title: string): boolean =>
  title.split('…').every(part => tests.includes(part.trim())) || patterns.some(one => one.test(title))

describe.each(pages)('%s', page => {
  it('names tests by titles that they have', () => {
    const gone = rowsOf(page).flatMap(line =>
      [...(line.split(' | ').at(-1) ?? '').matchAll(/"([^`;][^`]*?)"(?=[,;:.) ]|$)/g)]
        .map(([, title = '']) => title)
        .filter(title => !isTitle(title)),
    )
    expect(gone).toEqual([])
  })

  it('leads every row to something, by files that exist', () => {
    const rows = rowsOf(page)
    expect(rows.length).toBeGreaterThan(0)
    const wrong = rows.flatMap(line => {
      const files = [...line.matchAll(/`([^`]+\.(?:tsx?|mjs))`/g)].map(([, file = '']) => file)
      const lost = files.filter(
        file => !existsSync(join(root, 'tests', file)) && !existsSync(join(root, file)),
      )
      const cell = line.split(' | ').at(-1)?.replace(/\|$/, '').trim() ?? ''
      return cell === '' ? [`nothing shows: ${line}`] : lost.map(file => `${file}: no such file`)
    })
    expect(wrong).toEqual([])
  })
})

describe('docs/settings.md', () => {
  const rows = readFileSync(join(root, 'docs/settings.md'), 'utf8')
    .split('\n')
    .filter(line => line.startsWith('| ') && !/^\| (key|---)/.test(line))
    .map(line => line.replace(/^\| | \|$/g, '').split(' | '))

  it('names every setting people choose, the code that obeys it and a test by its title', () => {
    const named = rows.flatMap(([keys = '']) => keys.split(', '))
    // Written with a company by legacy servers; nobody chooses them on the settings screen.
    const unchosen = ['campaignsEnabled']
    expect(SETTING_KEYS.filter(key => !named.includes(key) && !unchosen.includes(key))).toEqual([])
    const wrong: string[] = []
    for (const [keys = '', obeyed = '', shown = ''] of rows) {
      for (const [, file = ''] of obeyed.matchAll(/`([^`]+\.tsx?)`/g))
        if (!existsSync(join(root, file))) wrong.push(`${keys}: no ${file}`)
      const tests = [...shown.matchAll(/`([^`]+\.tsx?)`((?: "[^"]+",?)*)/g)]
      if (tests.length === 0) wrong.push(`${keys}: no test`)
      for (const [, file = '', quoted = ''] of tests) {
        const path = join(root, 'tests', file)
        const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
        if (text === '') wrong.push(`${keys}: no ${file}`)
        for (const [, title = ''] of quoted.matchAll(/"([^"]+)"/g))
          if (!text.includes(title)) wrong.push(`${keys}: ${file}: "${title}"`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('tests/effects.md', () => {
  /** What calls name besides what a person chooses: which row is meant, what clients mark a call by, what older ones send. */
  const NOT_CHOSEN = new Set(
    `settings.value companies.id tags.userId queueOptions.queueId files.userId files.fileId files.typeArch files.id
    quickMessages.typeArch announcements.typeArch chats.clientId chats.userId schedules.userId invoices.id prompts.id
    integrations.id integrations.projectName contactListItems.companyId payments.pix messages.clientId messages.again
    messages.read messages.fromMe messages.mediaUrl campaignSettings.settings mail.language invitations.secret
    tickets.expected tags.expected`.split(/\s+/),
  )
  const shapeOf = (schema: unknown): string[] =>
    Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
  const wanted = new Set([
    ...SETTING_KEYS.map(key => `settings.${key}`),
    ...shapeOf(preferences).map(key => `preferences.${key}`),
    ...shapeOf(campaignSettingsForm).map(key => `campaignSettings.${key}`),
    ...Object.entries(endpoints as Record<string, Endpoint>)
      .filter(([, { method }]) => method === 'POST' || method === 'PUT')
      .flatMap(([name, { body }]) => shapeOf(body).map(key => `${name.split('.')[0]}.${key}`)),
  ])
  const named = rowsOf('effects.md').flatMap(row =>
    [...(row.split(' | ')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, key = '']) => key),
  )

  it('has a row for every setting, field and option of the contract', () => {
    expect([...wanted].filter(key => !NOT_CHOSEN.has(key) && !named.includes(key))).toEqual([])
  })

  it('shows each from the press to the other end in one', () => {
    const apart = rowsOf('effects.md').filter(row => !/`(?:integration\/presses|e2e)\//.test(row))
    expect(apart.map(row => row.split(' | ')[1])).toEqual([
      expect.stringContaining('settings.ipixc'),
      '`settings.campaignsEnabled`',
      '`preferences.startAtLogin`, `preferences.globalShortcut`',
    ])
  })

  it('names no key that is no more', () => {
    expect([...named, ...NOT_CHOSEN].filter(key => !wanted.has(key))).toEqual([])
  })
})

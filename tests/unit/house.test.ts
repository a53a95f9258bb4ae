/** What must hold of the source as a whole and no compiler sees (tests/checklist.md). */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

const sourcesIn = (folder: string, named = /\.tsx?$/): { path: string; text: string }[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && named.test(entry.name))
    .map(entry => {
      const path = join(entry.parentPath, entry.name)
      return { path: path.slice(root.length + 1).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }
    })

const main = sourcesIn('electron/main')
const windows = sourcesIn('src')
const textOf = (path: string): string => [...main, ...windows].find(one => one.path === path)?.text ?? ''
const holding = (files: typeof main, pattern: RegExp): string[] =>
  files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
/** All files of the windows that hold a text, as one. */
const holdingText = (part: string): string =>
  windows
    .filter(({ text }) => text.includes(part))
    .map(({ text }) => text)
    .join('\n')

describe('the house', () => {
  it('boots in under 100 lines of named steps, the single instance before any settings', () => {
    const boot = textOf('electron/main/boot.ts')
    expect(boot.split('\n').length).toBeLessThan(100)
    const at = (text: string): number => {
      expect(boot).toContain(text)
      return boot.indexOf(text)
    }
    expect(at("'single instance'")).toBeLessThan(at("'configuration'"))
    expect(at("'configuration'")).toBeLessThan(at('start(PARTS'))
    // Decisions belong to the rooms; here there are only the two ways of not starting.
    expect(boot.match(/\bif \(/g)).toHaveLength(2)
  })

  it('goes by the server’s clock on screen: what is due, over or proposed is a time of the server', () => {
    const own = [
      'src/features/dashboard/use-dashboard.ts',
      'src/features/messages-api/examples.ts',
      'src/features/thread/pending-row.tsx',
    ]
    const features = windows.filter(({ path }) => path.startsWith('src/features/'))
    expect(holding(features, /Date\.now\(\)/).sort()).toEqual(own)
  })

  it('calls nobody by what stands in the place of a phone: a person without a name has displayName', () => {
    const all = [...sourcesIn('electron'), ...windows]
    expect(holding(all, /name *\|\| *[a-zA-Z.?]*\bnumber\b/)).toEqual([])
  })

  it('has no module over 350 lines in any room of the product, style sheets included', () => {
    // What a database was made by is never edited.
    const rooms = ['src', 'electron', 'scripts'].flatMap(room => sourcesIn(room, /\.(?:tsx?|m[jt]s|css)$/))
    const long = rooms.filter(
      ({ path, text }) => !path.includes('/migrations/') && text.split('\n').length > 351,
    )
    expect(long.map(({ path }) => path)).toEqual([])
    expect(rooms.length).toBeGreaterThan(900)
  })

  it('has no rule in a style sheet for a class that nobody who imports the sheet names', () => {
    const lost = sourcesIn('src', /\.module\.css$/).flatMap(({ path, text }) => {
      // The kit gives one sheet on (src/ui/index.ts).
      const given = path.endsWith('/looks.module.css') ? 'looks' : ''
      const importers = holdingText(given === '' ? `/${path.split('/').at(-1)}'` : 'looks.')
      // Looked up by a computed name: any of its classes may be meant.
      if (given === '' && importers.includes('styles[')) return []
      const bare = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/:global\([^)]*\)/g, '')
      const classes = new Set([...bare.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g)].map(([, name]) => name))
      return [...classes]
        .filter(name => !importers.includes(`${given}.${name}`) && !text.includes(`composes: ${name}`))
        .map(name => `${path}: .${name}`)
    })
    expect(lost).toEqual([])
  })

  it('limits waits in one way: signals that nobody holds never fire on Node 20', () => {
    const all = [...sourcesIn('electron'), ...windows]
    expect(holding(all, /AbortSignal\.(?:any|timeout)\(/)).toEqual([])
    expect(holding(all, /new TimeLimitReached\(/)).toEqual(['electron/time-limit.ts'])
  })

  it('has one way out of main, which has its limits, and looks names up in one place', () => {
    const ways =
      /\bnet\.(?:request|fetch)\(|globalThis\.fetch|from '(?:node:)?(?:https?|net|tls|dns(?:\/promises)?)'|from 'axios'/
    expect(holding(main, ways)).toEqual([
      'electron/main/network/near.ts',
      'electron/main/network/network.ts',
      'electron/main/start/server-access.ts',
    ])
  })

  it('compares what people type in one way: accents are folded in one file', () => {
    const all = [...sourcesIn('electron'), ...windows]
    expect(holding(all, /normalize\('NFK?D'\)|\\p\{M\}\+?\/gu?, ''/)).toEqual(['src/contract/fold.ts'])
  })

  it('asks for the platform in main alone; a page only names its keys by it', () => {
    expect(
      holding(windows, /\bprocess\.(?:platform|versions)\b|userAgent|navigator\.platform/).sort(),
    ).toEqual(['src/stores/key-map.ts', 'src/ui/kbd.tsx'])
  })

  it('makes windows in two places, each sandboxed, isolated and without Node', () => {
    const makers = main.filter(({ text }) => /new BrowserWindow\(/.test(text))
    expect(makers.map(({ path }) => path).sort()).toEqual([
      'electron/main/microphone/recorder-window.ts',
      'electron/main/windows/open-window.ts',
    ])
    for (const { path, text } of makers)
      for (const wanted of [
        'sandbox: true',
        'contextIsolation: true',
        'nodeIntegration: false',
        'webSecurity: true',
        'webviewTag: false',
      ])
        expect(text, path).toContain(wanted)
    expect(textOf('electron/main/start/before-ready.ts')).toContain('app.enableSandbox()')
  })

  it('deletes no rows by a clock that may be wrong: their age is bounded by what was done last', () => {
    const parts = sourcesIn('electron/server').flatMap(({ path, text }) =>
      text.split('\n}\n').map(part => ({ path, text: part })),
    )
    const byAge = parts.filter(
      ({ text }) =>
        /\.delete\(\s*\w+\s*\)\s*\.where/.test(text) &&
        /\blte?\(\s*\w+\.(?:at|\w*(?:At|Until)),(?! \w+\.\w+\))/.test(text),
    )
    expect(byAge.length).toBeGreaterThan(4)
    // A key of the messages API ends by the day it was promised for.
    expect(byAge.filter(({ text }) => !text.includes('keptSince(')).map(({ path }) => path)).toEqual([
      'electron/server/doors/external-api/idempotency.ts',
    ])
  })

  it('gives no window the front but in the one place that a wish of a person leads to', () => {
    expect(holding(main, /\b(?:window|contents)\.(?:focus|moveTop)\(|app\.focus\(/)).toEqual([
      'electron/main/windows/open-window.ts',
    ])
  })

  it('never answers yes to a certificate that is wrong', () => {
    const about = holding(main, /certificate-error|setCertificateVerifyProc|ignore-certificate-errors/)
    expect(about).toEqual(['electron/main/windows/security.ts'])
    expect(textOf('electron/main/windows/security.ts')).not.toContain('answer(true)')
    // A computer of this network is known by its key, which is compared before anything is sent (integration/main/near.test.ts).
    const unasked = holding(main, /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/)
    expect(unasked).toEqual(['electron/main/network/near.ts'])
    expect(textOf('electron/main/network/near.ts').match(/rejectUnauthorized/g)).toHaveLength(1)
  })
})

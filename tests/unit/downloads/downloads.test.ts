import { EventEmitter } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDownloads, type Item, sourceOf } from '../../../electron/main/downloads/downloads'
import type { PdfOptions } from '../../../electron/main/downloads/pdf'
import type { Log } from '../../../electron/main/log/log'
import { overAlready, shownDownloads } from '../../../src/features/downloads/downloads-shelf'
import { deferred } from '../../support/deferred'
import { soon } from '../../support/soon'

const silent = { info() {}, warn() {}, error() {}, child: () => silent } as unknown as Log
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turno-downloads-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

/** Electron's item as far as it matters: it writes when the test says so. */
class FakeItem extends EventEmitter implements Item {
  path = ''
  asked: string | null = null
  received = 0
  constructor(
    readonly url: string,
    readonly filename: string,
    readonly total = 10,
  ) {
    super()
  }
  getURL = () => this.url
  getFilename = () => this.filename
  getTotalBytes = () => this.total
  getReceivedBytes = () => this.received
  getSavePath = () => this.path
  setSavePath = (path: string) => {
    this.path = path
  }
  setSaveDialogOptions = (options: { defaultPath: string }) => {
    this.asked = options.defaultPath
  }
  cancel = () => void this.emit('done', {}, 'cancelled')
  part(bytes: number) {
    this.received = bytes
    this.emit('updated', {}, 'progressing')
  }
  end(state = 'completed') {
    if (state === 'completed') {
      this.received = this.total
      writeFileSync(this.path, 'x'.repeat(this.total))
    }
    this.emit('done', {}, state)
  }
}

interface Over {
  ask?: boolean
  where?: string | null
  openPath?: string
  print?: (windowId: number, options: PdfOptions) => Promise<Uint8Array>
}
function open(over: Over = {}) {
  const begun: string[] = []
  const opened: string[] = []
  const shown: string[] = []
  const marked: string[] = []
  let ids = 0
  let clock = 0
  const downloads = createDownloads({
    folder: () => folder,
    ask: () => over.ask ?? false,
    askWhere: async () => over.where ?? null,
    begin: (_window, url) => void begun.push(url),
    print: over.print ?? (async () => Buffer.from('%PDF')),
    quarantine: async path => void marked.push(basename(path)),
    openPath: async path => {
      opened.push(basename(path))
      return over.openPath ?? ''
    },
    showInFolder: path => void shown.push(basename(path)),
    onChange: () => undefined,
    newId: () => `d${++ids}`,
    now: () => (clock += 1_000),
    log: silent,
  })
  const take = (item: FakeItem) => {
    const event = { preventDefault: vi.fn() }
    downloads.take(event, item)
    return event
  }
  return { downloads, begun, opened, shown, marked, take }
}
const request = (source: string, name: string, more = {}) => ({
  source,
  name,
  ask: false,
  thenOpen: false,
  ...more,
})
const settled = () => new Promise(resolve => setTimeout(resolve, 0))

describe('where downloads may come from', () => {
  it.each([
    ['app://turno/media/1/a.pdf', '/media/1/a.pdf'],
    ['app://turno/public/a.pdf?x=1', '/public/a.pdf?x=1'],
    ['blob:app://turno/0b1c', null],
    ['app://turno/api/contacts', undefined],
    ['app://turno.evil.example/media/a', undefined],
    ['https://evil.example/media/a.exe', undefined],
    ['blob:https://evil.example/1', undefined],
    ['data:text/html,<script>', undefined],
    ['file:///etc/passwd', undefined],
  ])('%s', (url, source) => {
    expect(sourceOf(url)).toBe(source)
  })
  it('refuses what is none of ours', () => {
    const { downloads, take } = open()
    expect(take(new FakeItem('https://evil.example/a.exe', 'a.exe')).preventDefault).toHaveBeenCalled()
    expect(downloads.list()).toEqual([])
  })
})

describe('a download', () => {
  it('takes the name of the wish, tells its progress, is marked and then opened', async () => {
    const { downloads, begun, opened, marked, take } = open()
    expect(await downloads.start(request('/media/1/xyz', '../Nota\u202E.pdf'), 1)).toBe(true)
    expect(begun).toEqual(['app://turno/media/1/xyz'])
    const item = new FakeItem('app://turno/media/1/xyz', 'server-name.bin')
    take(item)
    expect(item.path).toBe(join(folder, 'Nota.pdf'))
    item.part(4)
    expect(downloads.list()[0]).toMatchObject({ state: 'running', progress: 0.4, source: '/media/1/xyz' })
    item.end()
    await settled()
    expect(downloads.list()[0]).toMatchObject({ state: 'done', mayOpen: true, folder: basename(folder) })
    expect(marked).toEqual(['Nota.pdf'])
    expect(await downloads.open('d1')).toBe('opened')
    expect(opened).toEqual(['Nota.pdf'])
  })

  it('points out in its folder what could run, even when it was to be opened', async () => {
    const { downloads, opened, shown, take } = open()
    await downloads.start(request('/media/1/a', 'nota.pdf.exe', { thenOpen: true }), 1)
    const item = new FakeItem('app://turno/media/1/a', 'a')
    take(item)
    item.end()
    await settled()
    expect([opened, shown]).toEqual([[], ['nota.pdf.exe']])
    expect(await downloads.open('d1')).toBe('shown')
    expect(opened).toEqual([])
  })

  it('never overwrites, not even what is still on its way', async () => {
    writeFileSync(join(folder, 'a.pdf'), '')
    const { take } = open()
    const [one, two] = [
      new FakeItem('app://turno/media/1', 'a.pdf'),
      new FakeItem('app://turno/media/2', 'a.pdf'),
    ]
    take(one)
    take(two)
    one.end()
    two.end()
    await settled()
    expect(readdirSync(folder).sort()).toEqual(['a (1).pdf', 'a (2).pdf', 'a.pdf'])
  })

  it('says why it failed, and forgets nothing that runs', async () => {
    const { downloads, take } = open()
    const items = [new FakeItem('app://turno/media/1', 'a.pdf'), new FakeItem('app://turno/media/2', 'b.pdf')]
    for (const item of items) take(item)
    downloads.forget('d1')
    items[0]?.end('interrupted')
    items[1]?.part(3)
    items[1]?.end('interrupted')
    await settled()
    expect(downloads.list().map(one => [one.name, one.state, one.failure])).toEqual([
      ['b.pdf', 'failed', 'line'],
      ['a.pdf', 'failed', 'missing'],
    ])
    rmSync(folder, { recursive: true })
    const late = new FakeItem('app://turno/media/3', 'c.pdf')
    take(late)
    late.end('interrupted')
    await settled()
    expect(downloads.list()[0]?.failure).toBe('disk')
  })

  it('ends what broke off and could be resumed: nothing waits for ever, and it is said why', async () => {
    const { downloads, take } = open()
    const item = new FakeItem('app://turno/api/reports/export?as=xlsx', 'r.xlsx')
    take(item)
    item.part(5)
    // As Chromium tells of a lost line: no end follows.
    item.emit('updated', {}, 'interrupted')
    await settled()
    expect(downloads.list()[0]).toMatchObject({ state: 'failed', failure: 'line', size: 5 })
  })

  it('asks where to when the person wants that, and begins nothing when they change their mind', async () => {
    const no = open({ ask: true, where: null })
    expect(await no.downloads.start(request('/media/1', 'a.pdf'), 1)).toBe(false)
    expect(no.begun).toEqual([])
    const path = join(folder, 'elsewhere.pdf')
    const yes = open({ where: path })
    await yes.downloads.start(request('/media/1', 'a.pdf', { ask: true }), 1)
    const item = new FakeItem('app://turno/media/1', 'a.pdf')
    yes.take(item)
    expect(item.path).toBe(path)
    // A file the window made itself: Electron asks.
    const made = new FakeItem('blob:app://turno/1', 'contatos.csv')
    open({ ask: true }).take(made)
    expect([made.path, made.asked]).toEqual(['', join(folder, 'contatos.csv')])
  })

  it('knows a file that is gone, and ends everything with the session', async () => {
    const { downloads, take } = open()
    const item = new FakeItem('app://turno/media/1', 'a.pdf')
    take(item)
    item.end()
    await settled()
    rmSync(item.path)
    expect(await downloads.open('d1')).toBe('gone')
    expect(downloads.reveal('d1')).toBe('gone')
    const running = new FakeItem('app://turno/media/2', 'b.pdf')
    take(running)
    const cancel = vi.spyOn(running, 'cancel')
    downloads.reset()
    expect(cancel).toHaveBeenCalled()
    expect(downloads.list()).toEqual([])
  })
})

describe('a page as PDF', () => {
  const asked = { name: 'Relatório: Visão geral', head: 'Loja <b> & Cia · Visão geral', foot: 'Março' }
  const files = () => readdirSync(folder).sort()

  it('is printed light and lying with head, foot and numbers, and written whole where the person says', async () => {
    const path = join(folder, 'semana.pdf')
    writeFileSync(path, 'the one before')
    const print = vi.fn(async (_window: number, _options: PdfOptions) => Buffer.from('%PDF-1.4 whole'))
    const { downloads } = open({ where: path, print })
    expect(await downloads.pdf(asked, 7)).toBe('saved')
    expect(readFileSync(path, 'utf8')).toBe('%PDF-1.4 whole')
    expect(files()).toEqual(['semana.pdf'])
    const [window, options] = print.mock.calls[0] ?? []
    expect(window).toBe(7)
    expect(options).toMatchObject({ landscape: true, pageSize: 'A4', printBackground: true })
    // What stands there is text, whatever a company is called.
    expect(options?.headerTemplate).toContain('Loja &lt;b&gt; &amp; Cia · Visão geral')
    expect(options?.footerTemplate).toMatch(/Março.*pageNumber.*totalPages/)
    expect(downloads.list()).toMatchObject([
      { name: 'semana.pdf', state: 'done', size: 14, mayOpen: true, source: null },
    ])
    expect(await downloads.open('d1')).toBe('opened')
  })

  it('is not printed where the person changes their mind', async () => {
    const { downloads } = open({ where: null })
    expect([await downloads.pdf(asked, 1), downloads.list()]).toEqual(['cancelled', []])
  })

  it('is given up when it is cancelled, and what comes later is written nowhere', async () => {
    const printed = deferred<Uint8Array>()
    const { downloads } = open({ where: join(folder, 'a.pdf'), print: () => printed.promise })
    const outcome = downloads.pdf(asked, 1)
    await soon(() => expect(downloads.list()[0]?.state).toBe('running'))
    downloads.cancel('d1')
    expect(await outcome).toBe('cancelled')
    printed.resolve(Buffer.from('%PDF'))
    await settled()
    expect(files()).toEqual([])
    expect(downloads.list()[0]?.state).toBe('cancelled')
  })

  it('is waited for no longer than a minute', async () => {
    vi.useFakeTimers()
    const { downloads } = open({ where: join(folder, 'a.pdf'), print: () => new Promise(() => undefined) })
    const outcome = downloads.pdf(asked, 1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await outcome).toBe('failed')
    vi.useRealTimers()
    expect(downloads.list()[0]).toMatchObject({ state: 'failed', failure: 'printing' })
  })

  it('says what failed, printing or the disk, and leaves what stood there', async () => {
    const path = join(folder, 'a.pdf')
    writeFileSync(path, 'the one before')
    const broken = open({ where: path, print: () => Promise.reject(new Error('Failed to generate PDF')) })
    expect(await broken.downloads.pdf(asked, 1)).toBe('failed')
    expect(broken.downloads.list()[0]).toMatchObject({ failure: 'printing' })
    expect(readFileSync(path, 'utf8')).toBe('the one before')
    const nowhere = open({ where: join(folder, 'gone', 'a.pdf') })
    expect(await nowhere.downloads.pdf(asked, 1)).toBe('failed')
    expect(nowhere.downloads.list()[0]).toMatchObject({ failure: 'disk' })
    expect(files()).toEqual(['a.pdf'])
  })
})

describe('what the shelf shows', () => {
  const entry = (id: string, state: 'running' | 'done' | 'failed' | 'cancelled') => ({
    ...{ id, state, name: id, source: null, progress: null },
    ...{ size: 0, failure: null, mayOpen: false, folder: '' },
  })
  it('leaves out what was over before, what was cancelled and what was taken away', () => {
    const before = [entry('a', 'done'), entry('b', 'running')]
    const early = overAlready(before)
    const now = [entry('d', 'failed'), entry('c', 'cancelled'), entry('a', 'done'), entry('b', 'done')]
    expect(shownDownloads(now, early, new Set(['d'])).map(({ id }) => id)).toEqual(['b'])
  })
})

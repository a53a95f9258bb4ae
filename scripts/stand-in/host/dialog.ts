import type { BrowserWindowHost } from './browser-window'
import { bus, happened, say } from './bus'
import { driven } from './environment'
import { refusing } from './refusing'
import { focusedWindow, windows } from './window-list'

type Options = Record<string, unknown>

interface Asked {
  id: number
  kind: string
  options: Options
  windowId: number | null
  resolve: (answer: unknown) => void
}

let lastId = 0
const open = new Map<number, Asked>()
const scripted = new Map<string, unknown[]>()

/** Dialogs on screen now, as plain data. */
export const openDialogs = () =>
  [...open.values()].map(({ id, kind, options, windowId }) => ({ id, kind, options, windowId }))

/** The answer for the next dialog of that kind: to the one on screen if there is one, else kept for the next. */
export function answerDialog(kind: string, answer: unknown): void {
  const waiting = [...open.values()].find(one => one.kind === kind)
  if (waiting) settle(waiting.id, answer)
  else scripted.set(kind, [...(scripted.get(kind) ?? []), answer])
}

function settle(id: number, answer: unknown): void {
  const asked = open.get(id)
  if (!asked) return
  open.delete(id)
  for (const window of windows.values()) window.webContents.post({ t: 'dialog-close', id })
  happened('dialog-answered', { id, kind: asked.kind, answer })
  asked.resolve(answer)
}

bus.on('dialog-answer', (id: number, answer: unknown) => settle(id, answer))

// Electron's dialogs take an optional window first.
function split(args: unknown[]): [BrowserWindowHost | null, Options] {
  return args.length > 1
    ? [args[0] as BrowserWindowHost | null, args[1] as Options]
    : [null, (args[0] ?? {}) as Options]
}

const plain = ({ icon: _icon, signal: _signal, ...rest }: Options): Options => rest

function ask(kind: string, args: unknown[], cancelled: (options: Options) => unknown): Promise<unknown> {
  const [parent, options] = split(args)
  const id = ++lastId
  happened('dialog', { id, kind, options: plain(options), window: parent?.id ?? null })
  const ready = scripted.get(kind)
  if (ready?.length) {
    const answer = ready.shift()
    happened('dialog-answered', { id, kind, answer })
    return Promise.resolve(answer)
  }
  const host =
    parent ?? focusedWindow() ?? [...windows.values()].find(one => one.webContents.attached) ?? null
  return new Promise(resolve => {
    open.set(id, { id, kind, options: plain(options), windowId: host?.id ?? null, resolve })
    if (driven) return
    if (host?.webContents.attached) host.webContents.post({ t: 'dialog', id, kind, options: plain(options) })
    else {
      say(`${kind}: ${[options.title, options.message, options.detail].filter(Boolean).join(' — ')}`)
      settle(id, cancelled(options))
    }
  })
}

function askAtOnce(kind: string, args: unknown[], cancelled: (options: Options) => unknown): unknown {
  const [parent, options] = split(args)
  const answer = scripted.get(kind)?.shift() ?? cancelled(options)
  happened('dialog', { id: ++lastId, kind, options: plain(options), window: parent?.id ?? null })
  say(`${kind}: ${[options.title, options.message, options.detail].filter(Boolean).join(' — ')}`)
  return answer
}

const noButton = (options: Options) => Number(options.cancelId ?? options.defaultId ?? 0)

export const dialog = refusing('dialog', {
  showMessageBox: (...args: unknown[]) =>
    ask('showMessageBox', args, options => ({ response: noButton(options), checkboxChecked: false })),
  showOpenDialog: (...args: unknown[]) =>
    ask('showOpenDialog', args, () => ({ canceled: true, filePaths: [] })),
  showSaveDialog: (...args: unknown[]) =>
    ask('showSaveDialog', args, () => ({ canceled: true, filePath: '' })),
  showMessageBoxSync: (...args: unknown[]) => askAtOnce('showMessageBoxSync', args, noButton),
  showOpenDialogSync: (...args: unknown[]) => askAtOnce('showOpenDialogSync', args, () => undefined),
  showSaveDialogSync: (...args: unknown[]) => askAtOnce('showSaveDialogSync', args, () => ''),
  showErrorBox(title: string, content: string): void {
    happened('dialog', { id: ++lastId, kind: 'showErrorBox', options: { title, content }, window: null })
    process.stderr.write(`${title}\n${content}\n`)
  },
})

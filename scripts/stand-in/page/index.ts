/**
 * The page's side of the stand-in. It runs as the first script of every window's document, runs the window's real
 * preload with Electron's renderer modules, and stays the page's only line to main.
 */
import type { HostFrame, WindowFacts } from '../wire'
import { guardBodies } from './bodies'
import { contextBridge } from './context-bridge'
import { closeDialog, showDialog } from './dialogs'
import { IpcRenderer } from './ipc-renderer'
import { watchKeys } from './keys'
import { type Handlers, Link } from './link'
import { guardNavigation } from './navigation'
import { guardPermissions } from './permissions'
import { mirrorState } from './presence'

type Notice = Extract<HostFrame, { t: 'notice' }>

/** Shows main's notices to a person as the browser's own, where the browser was allowed to. */
function makeNotices(link: Link): { show(notice: Notice): void; close(number: number): void } {
  // The real one: the page's own copy of the class may be guarded or replaced later.
  const Native = window.Notification as typeof Notification | undefined
  const shown = new Map<number, Notification>()
  return {
    show({ number, title, body, silent }) {
      if (Native?.permission !== 'granted') return
      const notice = new Native(title, { body, silent, tag: `turno-${number}` })
      notice.onclick = () => {
        window.focus()
        link.post({ t: 'notice-pressed', number })
      }
      shown.set(number, notice)
    },
    close(number) {
      shown.get(number)?.close()
      shown.delete(number)
    },
  }
}

type Preload = (
  require: (name: string) => unknown,
  module: { exports: unknown },
  exports: unknown,
  process: unknown,
  buffer: unknown,
) => void

// Before the guard takes it: main's own windows are opened with it where no driver can.
const openWindow = window.open.bind(window)
const TOKEN = 'turno.stand-in.window'
const token = sessionStorage.getItem(TOKEN)

function blank(text: string): void {
  window.stop()
  document.documentElement.textContent = text
}

// Synchronous on purpose: the preload must have run before the page's own scripts, as in Electron.
function askFacts(): WindowFacts | null {
  const request = new XMLHttpRequest()
  request.open('GET', '/__stand-in/window', false)
  request.setRequestHeader('x-turno-window', token ?? '')
  request.send()
  return request.status === 200 ? (JSON.parse(request.responseText) as WindowFacts) : null
}

function clearStorage(storages: string[]): void {
  if (storages.includes('localstorage')) {
    localStorage.clear()
    for (const key of Object.keys(sessionStorage)) if (key !== TOKEN) sessionStorage.removeItem(key)
  }
  if (storages.includes('indexdb')) {
    void indexedDB.databases().then(list => {
      for (const { name } of list) if (name) indexedDB.deleteDatabase(name)
    })
  }
  if (storages.includes('cachestorage'))
    void caches.keys().then(keys => keys.forEach(key => void caches.delete(key)))
}

function refusing(name: string, members: Record<string, unknown>): unknown {
  return new Proxy(members, {
    get(target, key) {
      if (typeof key === 'symbol' || key in target || key === 'then' || key === '__esModule')
        return Reflect.get(target, key)
      throw new Error(`The stand-in does not implement ${name}.${key} in preloads`)
    },
  })
}

function setZoom(factor: number): void {
  document.documentElement.style.zoom = factor === 1 ? '' : String(factor)
}

function edit(command: string): void {
  const [name, text] = command.startsWith('insertText:')
    ? ['insertText', command.slice(11)]
    : [command, undefined]
  document.execCommand(name, false, text)
}

function watchStages(link: Link): void {
  const postStage = (stage: 'dom-ready' | 'loaded' | 'painted') =>
    link.post({ t: 'stage', stage, title: document.title })
  document.addEventListener('DOMContentLoaded', () => {
    postStage('dom-ready')
    const title = document.querySelector('title')
    if (title) {
      new MutationObserver(() => link.post({ t: 'title', title: document.title })).observe(title, {
        childList: true,
      })
    }
  })
  window.addEventListener('load', () => {
    postStage('loaded')
    let painted = false
    const paint = () => {
      if (painted) return
      painted = true
      postStage('painted')
    }
    requestAnimationFrame(() => requestAnimationFrame(paint))
    // A page in the background paints no frame; Electron's hidden windows are ready all the same.
    setTimeout(paint, 1000)
  })
}

function start(facts: WindowFacts, preloads: Record<string, Preload>): void {
  const handlers: Handlers = {}
  const link = new Link(
    `${location.origin.replace(/^http/, 'ws')}/__stand-in/socket?token=${token}`,
    handlers,
    superseded => {
      if (superseded) blank('This Turno window is open in another tab.')
      else if (!facts.driven) window.close()
      if (!superseded && !facts.driven) setTimeout(() => blank('Turno has ended.'), 500)
    },
  )
  const ipcRenderer = new IpcRenderer(link)
  // For tests alone: how many listeners the page has on main's events.
  Object.defineProperty(window, '__turnoListeners', { value: () => ipcRenderer.total() })
  if (facts.clearStorage) clearStorage(['localstorage', 'indexdb', 'cachestorage'])
  const { leave } = guardNavigation(link, facts)
  guardPermissions(link)
  guardBodies(window)
  const setState = mirrorState(link, facts)
  const setAccelerators = watchKeys(link, facts.platform, facts.accelerators)
  if (facts.zoom !== 1) setZoom(facts.zoom)

  const on = <T extends HostFrame['t']>(t: T, run: (frame: Extract<HostFrame, { t: T }>) => void) => {
    Object.assign(handlers, { [t]: run })
  }
  on('message', ({ channel, args }) => ipcRenderer.deliver(channel, args))
  on('reload', () => leave(() => location.reload()))
  on('goto', ({ path }) => leave(() => location.assign(path)))
  on('close', () => {
    if (!facts.driven) window.close()
  })
  on('state', setState)
  on('accelerators', ({ list }) => setAccelerators(list))
  on('zoom', ({ factor }) => setZoom(factor))
  on('edit', ({ command }) => edit(command))
  on('dialog', ({ id, kind, options }) => showDialog(link, id, kind, options))
  on('dialog-close', ({ id }) => closeDialog(id))
  const notices = makeNotices(link)
  on('notice', notice => notices.show(notice))
  on('notice-close', ({ number }) => notices.close(number))
  on('open-window', ({ address, width, height }) => {
    openWindow(address, '_blank', `noopener,popup,width=${width},height=${height}`)
  })
  on('clear-storage', ({ storages }) => clearStorage(storages))

  link.open()
  watchStages(link)

  const electron = refusing('electron', {
    contextBridge,
    ipcRenderer: refusing('ipcRenderer', ipcRenderer as unknown as Record<string, unknown>),
    // A browser tells no paths; Electron, too, gives '' for a file that is not on disk.
    webUtils: { getPathForFile: () => '' },
    webFrame: refusing('webFrame', {
      setZoomFactor: setZoom,
      getZoomFactor: () => Number(document.documentElement.style.zoom || 1),
      setZoomLevel: (level: number) => setZoom(1.2 ** level),
      getZoomLevel: () => Math.log(Number(document.documentElement.style.zoom || 1)) / Math.log(1.2),
      setVisualZoomLevelLimits: () => undefined,
      clearCache: () => undefined,
    }),
  })
  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    throw new Error(`module not found: ${name} (a sandboxed preload has electron only)`)
  }
  const process = {
    platform: facts.platform,
    arch: facts.arch,
    versions: facts.versions,
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    argv: facts.arguments,
    env: {},
  }
  const preload = facts.preload === null ? undefined : preloads[facts.preload]
  const module = { exports: {} }
  preload?.(require, module, module.exports, process, undefined)
}

/**
 * Called once by the served script with every preload as a function by its path; runs the one of this tab's window.
 * A tab without a window's token gets a sentence instead of the console.
 */
export function turnoStandIn(preloads: Record<string, Preload>): void {
  const facts = token ? askFacts() : null
  if (facts) start(facts, preloads)
  else blank('This tab is not a Turno window. Start Turno to get one.')
}

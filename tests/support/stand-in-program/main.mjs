// A small main process that uses the stand-in as Turno's own main does; driven by tests/integration/stand-in.test.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  Notification,
  net,
  protocol,
  safeStorage,
  session,
  Tray,
  utilityProcess,
} from 'electron'

const here = import.meta.dirname
app.setPath('userData', process.env.SELF_TEST_DATA)
if (!app.requestSingleInstanceLock({ hello: 1 })) {
  console.log('refused second')
  app.exit(7)
}
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
])
app.enableSandbox()

const CSP =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
const bytes = Buffer.alloc(300_000, 7)
const seen = { requests: [], ipc: [], events: [], navigations: [], opened: [], aborted: 0 }

async function serve(request) {
  const url = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  seen.requests.push({ url: request.url, method: request.method, headers })
  if (url.pathname === '/api/echo')
    return new Response(await request.text(), { headers: { 'set-cookie': 'a=b', 'x-kept': '1' } })
  if (url.pathname === '/api/seen') return Response.json(seen)
  if (url.pathname === '/api/slow') {
    let timer
    const body = new ReadableStream({
      start(controller) {
        timer = setInterval(() => controller.enqueue(new TextEncoder().encode('tick\n')), 20)
      },
      // All that Electron's handler hears of a page that left.
      cancel() {
        clearInterval(timer)
        seen.aborted += 1
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/plain' } })
  }
  if (url.pathname === '/api/file') {
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '')
    if (!range)
      return new Response(bytes, { headers: { 'accept-ranges': 'bytes', 'content-type': 'audio/mpeg' } })
    const from = Number(range[1])
    const to = range[2] ? Number(range[2]) : bytes.length - 1
    return new Response(bytes.subarray(from, to + 1), {
      status: 206,
      headers: { 'content-range': `bytes ${from}-${to}/${bytes.length}`, 'content-type': 'audio/mpeg' },
    })
  }
  if (url.pathname === '/page.js') return net.fetch(`file://${join(here, 'page.js')}`)
  return new Response(readFileSync(join(here, 'index.html')), {
    headers: { 'content-type': 'text/html', 'content-security-policy': CSP },
  })
}

function makeWindow(path) {
  const window = new BrowserWindow({
    width: 900,
    height: 700,
    show: false,
    webPreferences: { preload: join(here, 'preload.cjs') },
  })
  for (const name of ['ready-to-show', 'focus', 'blur', 'close', 'closed', 'show'])
    window.on(name, () => seen.events.push(name))
  window.webContents.on('did-finish-load', () => seen.events.push('did-finish-load'))
  window.webContents.on('will-navigate', (event, url) => {
    seen.navigations.push(url)
    event.preventDefault()
  })
  window.webContents.setWindowOpenHandler(({ url }) => {
    seen.opened.push(url)
    return { action: 'deny' }
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(`app://turno${path}`)
  return window
}

await app.whenReady()
protocol.handle('app', serve)
session.defaultSession.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
session.defaultSession.on('will-download', (_event, item) =>
  item.setSavePath(join(process.env.SELF_TEST_DATA, item.getFilename())),
)
ipcMain.handle('echo', (event, value) => {
  seen.ipc.push({ url: event.senderFrame.url, origin: event.senderFrame.origin, same: event.sender.id })
  return value
})
ipcMain.handle('fail', () => {
  throw new TypeError('no such luck')
})
const late = new Map()
ipcMain.handle('late', (_event, name) => new Promise(resolve => late.set(name, () => resolve(name))))
ipcMain.on('shout', async (event, text) => {
  if (text !== 'ask me') return event.sender.send('tick', `heard ${text}`)
  const { response, checkboxChecked } = await dialog.showMessageBox(
    BrowserWindow.fromWebContents(event.sender),
    {
      message: 'Guardar a sessão?',
      detail: 'Sem chaveiro.',
      buttons: ['Não', 'Sim'],
      checkboxLabel: 'Lembrar',
    },
  )
  event.sender.send('tick', `${response} ${checkboxChecked}`)
})
app.on('second-instance', (_event, argv, _cwd, data) => {
  seen.events.push(`second ${argv.at(-1)} ${JSON.stringify(data)}`)
})

const first = makeWindow('/start?x=1#top')
app.on('open-url', (_event, url) => {
  if (url === 'turno://second') makeWindow('/second')
  else if (url.startsWith('turno://late-')) late.get(url.slice('turno://late-'.length))()
  else if (url === 'turno://tick')
    first.webContents.send('tick', { at: new Date(0), bytes: new Uint8Array([1, 2]) })
  else if (url === 'turno://notify') {
    const notice = new Notification({
      title: 'Ana',
      body: 'Olá',
      hasReply: true,
      actions: [{ type: 'button', text: 'Aceitar' }],
    })
    notice.on('click', () => seen.events.push('notice clicked'))
    notice.show()
  } else if (url === 'turno://utility') {
    const child = utilityProcess.fork(join(here, 'worker.mjs'), [], { serviceName: 'double' })
    child.on('message', message => {
      seen.events.push(`utility ${message.doubled} ${message.bytes.length}`)
      child.kill()
    })
    child.on('exit', () => seen.events.push('utility gone'))
    seen.events.push(`utility pid ${child.pid}`)
    child.postMessage({ number: 21, bytes: new Uint8Array(5) })
  } else if (url === 'turno://lasting') {
    utilityProcess.fork(join(here, 'worker.mjs'), [], { serviceName: 'lasting' })
  } else if (url === 'turno://secret') {
    void safeStorage.encryptStringAsync('segredo').then(async sealed => {
      const { result } = await safeStorage.decryptStringAsync(sealed)
      seen.events.push(`secret ${result} ${sealed.includes('segredo')}`)
    })
  } else if (url === 'turno://absent') {
    try {
      first.previewFile('x')
    } catch (error) {
      seen.events.push(error.message)
    }
  }
})
const tray = new Tray('tray-32.png')
tray.setToolTip('Turno: 3')
tray.setContextMenu(
  Menu.buildFromTemplate([{ id: 'open', label: 'Abrir', click: () => seen.events.push('tray open') }]),
)
globalShortcut.register('CmdOrCtrl+Shift+A', () => seen.events.push('shortcut'))
Menu.setApplicationMenu(
  Menu.buildFromTemplate([
    {
      label: 'Arquivo',
      submenu: [
        {
          id: 'prefs',
          label: 'Preferências',
          accelerator: 'CmdOrCtrl+P',
          click: () => seen.events.push('prefs'),
        },
      ],
    },
  ]),
)
app.on('window-all-closed', () => app.quit())

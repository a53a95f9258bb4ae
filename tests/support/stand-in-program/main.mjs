// A small main process that uses the stand-in as Turno's own main does; driven by tests/integration/stand-in.test.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow, dialog, ipcMain, net, protocol, safeStorage, utilityProcess } from 'electron'

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
const seen = { requests: [], events: [] }

async function serve(request) {
  const url = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  seen.requests.push({ url: request.url, method: request.method, headers })
  if (url.pathname === '/api/echo')
    return new Response(await request.text(), { headers: { 'set-cookie': 'a=b', 'x-kept': '1' } })
  if (url.pathname === '/api/seen') return Response.json(seen)
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
  window.once('ready-to-show', () => window.show())
  void window.loadURL(`app://turno${path}`)
  return window
}

await app.whenReady()
protocol.handle('app', serve)
ipcMain.handle('echo', (_event, value) => value)
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
const first = makeWindow('/start?x=1#top')
app.on('open-url', (_event, url) => {
  if (url.startsWith('turno://late-')) late.get(url.slice('turno://late-'.length))()
  else if (url === 'turno://lasting') {
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
app.on('window-all-closed', () => app.quit())

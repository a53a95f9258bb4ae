import { app, listenForSignals } from './app'
import { say } from './bus'
import { startControl } from './control'
import { controlSecret } from './environment'
import { makeEvent } from './event'
import { chooseOpener } from './openers'
import { becomeReady } from './ready'
import { windowManager } from './window-manager'

let started = false

/**
 * Brings the app to `ready`. Runs when main first shows interest in readiness: earlier, main's own start would race
 * with it; Electron, too, waits for main's first turn.
 */
function startSoon(): void {
  if (started) return
  started = true
  setImmediate(() => {
    void begin().catch(error => {
      say(`cannot start: ${error instanceof Error ? error.stack : error}`)
      process.exit(1)
    })
  })
}

async function begin(): Promise<void> {
  if (app.isEnding()) return
  listenForSignals()
  windowManager.opener = chooseOpener()
  if (controlSecret) await startControl(controlSecret)
  app.emit('will-finish-launching', makeEvent())
  becomeReady()
  app.emit('ready', makeEvent(), {})
}

const whenReady = app.whenReady
app.whenReady = () => {
  startSoon()
  return whenReady()
}
app.on('newListener', (event: string | symbol) => {
  if (event === 'ready') startSoon()
})

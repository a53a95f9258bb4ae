import { EventEmitter } from 'node:events'
import type { App, AutoUpdater, BrowserWindow, Dialog } from 'electron'
import { describe, expect, it } from 'vitest'
import { askAboutUnsent } from '../../../electron/main/boot-dialogs'
import { createLog } from '../../../electron/main/log/log'
import { prepareQuit } from '../../../electron/main/quit'
import { textsFor } from '../../../electron/main/texts'
import { closeToTray } from '../../../electron/main/windows/close-to-tray'
import { soon } from '../../support/soon'

class AppPort extends EventEmitter {
  exits: number[] = []
  quits = 0
  exit = (code = 0) => void this.exits.push(code)
  quit = () => void this.quits++
}
const log = createLog(() => undefined)

describe('the end', () => {
  it('has begun when the updater closes the windows, before the program itself says so', () => {
    const app = new AppPort()
    const updater = new EventEmitter() as unknown as AutoUpdater
    const quit = prepareQuit(app as unknown as App, updater, log)
    expect([quit.isQuitting(), quit.isUpdating()]).toEqual([false, false])
    updater.emit('before-quit-for-update')
    expect([quit.isQuitting(), quit.isUpdating()]).toEqual([true, true])
  })

  it('waits for an answer of the person, asks once, and asks nobody when the system ends the session', async () => {
    const app = new AppPort()
    const quit = prepareQuit(app as unknown as App, new EventEmitter() as unknown as AutoUpdater, log)
    let asked = 0
    let answer = (_ends: boolean): void => {}
    quit.askFirst(() => {
      asked += 1
      return new Promise(resolve => {
        answer = resolve
      })
    })
    const kept = () => {
      let prevented = false
      app.emit('before-quit', { preventDefault: () => (prevented = true) })
      return prevented
    }
    expect([kept(), kept(), asked, quit.isQuitting()]).toEqual([true, true, 1, false])
    // Escape: the person stays, and is asked anew at the next wish to leave.
    answer(false)
    await soon(() => {
      kept()
      expect(asked).toBe(2)
    })
    expect([app.quits, quit.isQuitting()]).toEqual([0, false])
    answer(true)
    await soon(() => expect(app.quits).toBe(1))
    expect([kept(), quit.isQuitting()]).toEqual([false, true])
    const other = new AppPort()
    const ended = prepareQuit(other as unknown as App, new EventEmitter() as unknown as AutoUpdater, log)
    ended.askFirst(() => new Promise(() => {}))
    ended.askNobody()
    other.emit('before-quit', { preventDefault: () => expect.unreachable('somebody was asked') })
    expect(ended.isQuitting()).toBe(true)
  })

  it('asks before the last window closes, so that there is one to stay in', async () => {
    const app = new AppPort()
    const quit = prepareQuit(app as unknown as App, new EventEmitter() as unknown as AutoUpdater, log)
    let answer = (_ends: boolean): void => {}
    quit.askFirst(() => new Promise(resolve => (answer = resolve)))
    const window = new EventEmitter()
    closeToTray(window as unknown as BrowserWindow, {
      stays: () => false,
      onStay: () => expect.unreachable('it went to the tray'),
      mayEnd: quit.mayEnd,
    })
    const closes = () => {
      let closed = true
      window.emit('close', { preventDefault: () => (closed = false) })
      return closed
    }
    expect(closes()).toBe(false)
    answer(true)
    await soon(() => expect(app.quits).toBe(1))
    expect(closes()).toBe(true)
  })

  it('Escape in the box about unsent texts stays, and they go on', async () => {
    const said: string[] = []
    const outbox = { pauseHeld: () => 1, resumeHeld: () => said.push('goes on'), stop: async () => {} }
    const dialog = {
      showMessageBox: async ({ cancelId }: { cancelId?: number }) => ({ response: cancelId ?? 0 }),
    }
    expect(await askAboutUnsent(outbox, dialog as unknown as Dialog, textsFor('pt'))).toBe(false)
    expect(said).toEqual(['goes on'])
  })

  it('is not cut short by a second wish to leave', async () => {
    const app = new AppPort()
    const quit = prepareQuit(app as unknown as App, new EventEmitter() as unknown as AutoUpdater, log)
    let ended = (): void => {}
    quit.atEnd('slow', () => new Promise<void>(resolve => (ended = resolve)))
    let prevented = 0
    const leave = () => {
      app.emit('before-quit')
      app.emit('will-quit', { preventDefault: () => prevented++ })
    }
    leave()
    leave()
    expect([prevented, app.exits]).toEqual([2, []])
    ended()
    await soon(() => expect(app.exits).toEqual([0]))
  })
})

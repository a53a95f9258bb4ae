/** What people of a desktop program expect beside its work: a key that brings it up, crashes that stay findable, graphics. */
import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import {
  crashDumps,
  eraseCrashDumps,
  keepCrashDumps,
  sweepCrashDumps,
} from '../../../electron/main/diagnostics/crash-dumps'
import { policyFile } from '../../../electron/main/environment'
import { createLog } from '../../../electron/main/log/log'
import { createSystemShortcut } from '../../../electron/main/system/global-shortcut'
import { watchGraphics } from '../../../electron/main/windows/graphics'
import { acceleratorOf } from '../../../src/contract'
import { openStore } from '../../support/open-store'

const log = createLog(() => undefined)
const folder = () => mkdtempSync(join(tmpdir(), 'turno-habits-'))

describe('the key that brings Turno up', () => {
  it.each([
    ['Ctrl+Shift+T', 'CommandOrControl+Shift+T'],
    ['Alt+Space', 'Alt+Space'],
    ['F9', 'F9'],
    ['Ctrl++', 'CommandOrControl+Plus'],
  ])('%s is %s for the system', (chord, accelerator) => expect(acceleratorOf(chord)).toBe(accelerator))

  it.each(['T', 'Shift+T', 'Enter', 'Hyper+T', 'Ctrl+é', ''])('%j is not taken from everybody', chord =>
    expect(acceleratorOf(chord)).toBeNull(),
  )

  it('is none at first, follows the choice, and says when the system refuses', () => {
    const held = new Map<string, () => void>()
    const onPress = vi.fn()
    const shortcut = createSystemShortcut({
      shortcuts: {
        register: (accelerator: string, press: () => void) => {
          if (accelerator.endsWith('+Q')) return false
          held.set(accelerator, press)
          return true
        },
        unregister: accelerator => void held.delete(accelerator as string),
      },
      onPress,
      log,
    })
    expect(shortcut.state()).toBe('off')
    shortcut.follow('Ctrl+Shift+T')
    expect(shortcut.state()).toBe('on')
    held.get('CommandOrControl+Shift+T')?.()
    expect(onPress).toHaveBeenCalledTimes(1)
    shortcut.follow('Ctrl+Q')
    expect([shortcut.state(), held.size]).toEqual(['refused', 0])
    shortcut.follow('Alt+Space')
    shortcut.stop()
    expect(held.size).toBe(0)
  })
})

describe('crash dumps', () => {
  it('are kept and never sent', () => {
    const start = vi.fn()
    keepCrashDumps({ start })
    expect(start).toHaveBeenCalledWith(expect.objectContaining({ uploadToServer: false }))
    expect(start.mock.calls[0]?.[0]).not.toHaveProperty('submitURL')
  })

  it('are found wherever the reporter puts them; the old ones go', () => {
    const at = folder()
    expect(crashDumps(join(at, 'never'))).toEqual([])
    mkdirSync(join(at, 'completed'))
    const now = Date.now()
    for (let n = 0; n < 12; n += 1) {
      const file = join(at, 'completed', `${n}.dmp`)
      writeFileSync(file, 'x'.repeat(n))
      const seconds = now / 1000 - n * 3600
      utimesSync(file, seconds, seconds)
    }
    writeFileSync(join(at, 'completed', 'a.meta'), '')
    expect(crashDumps(at).map(({ bytes }) => bytes)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(sweepCrashDumps(at, now)).toBe(2)
    expect(sweepCrashDumps(at, now + 31 * 24 * 3_600_000)).toBe(10)
    expect(readdirSync(join(at, 'completed'))).toEqual(['a.meta'])
    // New ones, all of them: the memory they hold is somebody's who has signed out.
    for (const name of ['new', 'newer']) writeFileSync(join(at, 'completed', `${name}.dmp`), 'x')
    expect([eraseCrashDumps(at), crashDumps(at)]).toEqual([2, []])
  })
})

describe('graphics', () => {
  const start = (dataDir: string, chromium = '1') => {
    const disabled = vi.fn()
    const app = Object.assign(new EventEmitter(), { disableHardwareAcceleration: disabled })
    const graphics = watchGraphics(app as unknown as App, {
      dataDir,
      chromium,
      open: openStore,
      log,
      now: () => 1_000,
    })
    const offered = vi.fn()
    graphics.onGivenUp(offered)
    return {
      disabled,
      offered,
      gone: (type: string, reason = 'crashed') =>
        app.emit('child-process-gone', {}, { type, reason, exitCode: 1 }),
    }
  }

  it('that keep crashing are done without from the next start on, until another Chromium comes', () => {
    const at = folder()
    const first = start(at)
    first.gone('Utility')
    first.gone('GPU')
    first.gone('GPU', 'killed')
    first.gone('GPU')
    expect(first.offered).not.toHaveBeenCalled()
    first.gone('GPU')
    first.gone('GPU')
    expect(first.offered).toHaveBeenCalledTimes(1)
    expect(first.disabled).not.toHaveBeenCalled()
    expect(start(at).disabled).toHaveBeenCalledTimes(1)
    expect(start(at, '2').disabled).not.toHaveBeenCalled()
    expect(start(at).disabled).not.toHaveBeenCalled()
  })
})

it('an administrator speaks from a folder of the machine on every system', () => {
  // Any user may write below %ProgramData%: what lies there says nothing.
  const windows = {
    ProgramData: 'C:\\ProgramData',
    CommonProgramFiles: 'C:\\Program Files (x86)\\Common Files',
  }
  expect(policyFile('win32', { ...windows, CommonProgramW6432: 'C:\\Program Files\\Common Files' })).toBe(
    'C:\\Program Files\\Common Files\\Turno\\policy.json',
  )
  expect(policyFile('win32', { ProgramData: 'C:\\ProgramData' })).toBe(
    'C:\\Program Files\\Common Files\\Turno\\policy.json',
  )
  expect(policyFile('darwin', {})).toBe('/Library/Application Support/Turno/policy.json')
  expect(policyFile('linux', {})).toBe('/etc/turno/policy.json')
})

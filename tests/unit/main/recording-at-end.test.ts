/** A recording under way when the person wants to leave, with another question open first. */
import { EventEmitter } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createLog } from '../../../electron/main/log/log'
import type { RecorderPage } from '../../../electron/main/microphone/microphone'
import { microphone } from '../../../electron/main/start/microphone'
import type { Parts } from '../../../electron/main/start/parts'
import { makeEvent } from '../../../scripts/stand-in/host/event'
import type { RecorderState } from '../../../src/contract'

const { app } = vi.hoisted(() => ({ app: { on: vi.fn(), quit: vi.fn() } }))
vi.mock('electron', () => ({
  app,
  powerMonitor: { on: () => {} },
  shell: {},
  systemPreferences: {},
}))
vi.mock('../../../electron/main/microphone/system-access', () => ({
  systemAccess: () => ({ settingsUrl: null, ask: async () => true }),
}))
vi.mock('../../../electron/main/microphone/recorder-window', () => ({
  openRecorderPage: (): RecorderPage & { ready(): void } => ({ id: 9, order() {}, close() {}, ready() {} }),
}))

it('a person who stays after all goes on recording, and windows are told what is finished later', async () => {
  const events = new EventEmitter()
  app.on.mockImplementation((name: string, listener: () => void) => void events.on(name, listener))
  const told: RecorderState[] = []
  const needs = {
    env: { root: '/', dataDir: mkdtempSync(join(tmpdir(), 'turno-recording-')) },
    ipc: { broadcast: (_name: string, state: RecorderState) => void told.push(state), onGone() {} },
    server: { session: { onEnding() {}, onChange() {} } },
    sync: { local: { scope: () => 1 } },
    settings: { preferences: () => ({ microphone: null }) },
    log: createLog(() => undefined),
  }
  const recorder = (await microphone.start(needs as unknown as Parts, () => undefined)) as Parts['microphone']
  const { takeId } = await recorder.start(7, 1)
  recorder.report(9, { kind: 'started', takeId: takeId ?? '' })

  const asking = makeEvent()
  asking.preventDefault()
  events.emit('before-quit', asking)
  expect(recorder.state().phase).toBe('recording')

  recorder.control('stop', takeId ?? '')
  const file = { id: 'f', name: 'a.mp3', mime: 'audio/mpeg', size: 40_000, duration: 2.5 }
  recorder.report(9, { kind: 'done', takeId: takeId ?? '', file })
  expect(told.at(-1)?.finished.map(one => one.takeId)).toEqual([takeId])
  expect(app.quit).not.toHaveBeenCalled()
})

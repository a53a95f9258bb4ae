/** What happened to the workspace file, between the server that says it and the console that shows it. */
import type { KeepingState, WorkspaceRepair } from '@contract'
import { expect, it, vi } from 'vitest'
import { createLog } from '../../../electron/main/log/log'
import { createKeeping } from '../../../electron/main/workspace/keeping'
import { createRecovery } from '../../../electron/main/workspace/recovery'
import { type Child, createWorkspace } from '../../../electron/main/workspace/workspace'
import { soon } from '../../support/soon'

const repair: WorkspaceRepair = {
  at: '2026-01-02T10:00:00.000Z',
  fault: 'damaged',
  movedTo: '/data/workspace.db.damaged-1',
  copy: '2026-01-01',
  copies: '/data/copies',
  days: ['2026-01-01'],
  kept: 1_234,
  lost: 56,
  missing: null,
}
const log = createLog(() => undefined)

/** A server that can be spoken for. */
function aChild() {
  const posted: unknown[] = []
  let listener: (message: unknown) => void = () => {}
  let exit: (code: number) => void = () => {}
  const child: Child = {
    onMessage: heard => {
      listener = heard
    },
    onExit: heard => {
      exit = heard
    },
    postMessage: message => void posted.push(message),
    kill: () => true,
  }
  return { child, posted, say: (message: unknown) => listener(message), exit: (code: number) => exit(code) }
}

it('comes from the server as it says it, and nothing else is taken for it', () => {
  const heard: WorkspaceRepair[] = []
  const { child, say } = aChild()
  createWorkspace({ fork: () => child, log, onRepair: one => void heard.push(one) }).start()
  for (const wrong of [
    { type: 'repaired' },
    { type: 'repaired', repair: { ...repair, fault: 'other' } },
    null,
  ])
    say(wrong)
  say({ type: 'repaired', repair })
  expect(heard).toEqual([repair])
})

it('is called once when the folder was written by a build this version cannot open', () => {
  const onOlder = vi.fn()
  const { child, say } = aChild()
  createWorkspace({ fork: () => child, log, onOlder }).start()
  say({ type: 'failed', reason: 'The port is taken', isOlder: false })
  expect(onOlder).not.toHaveBeenCalled()
  for (let times = 0; times < 2; times += 1) say({ type: 'failed', reason: 'older', isOlder: true })
  expect(onOlder).toHaveBeenCalledOnce()
})

it('is shown until somebody goes on; then the server is told, and a server that is left says nothing more', () => {
  const keeping = createKeeping(log)
  const shown: KeepingState[] = []
  keeping.onChange(state => shown.push(state))
  const workspace = { restore: vi.fn(async () => {}), repairRead: vi.fn() }
  keeping.follow(workspace)
  keeping.note(repair)
  expect([keeping.state(), keeping.copies()]).toEqual([{ repair, restoring: false }, '/data/copies'])
  expect(keeping.goOn()).toEqual({ repair: null, restoring: false })
  expect(workspace.repairRead).toHaveBeenCalledOnce()
  keeping.note(repair)
  keeping.leave(workspace)
  expect(shown.map(state => state.repair !== null)).toEqual([true, false, true, false])
})

it('says while a copy is put in place, and that it failed; without a workspace there is nothing to put it into', async () => {
  const keeping = createKeeping(log)
  await expect(keeping.restore('2026-01-01')).rejects.toThrow('not in use')
  const shown: boolean[] = []
  keeping.onChange(state => shown.push(state.restoring))
  const workspace = {
    restore: vi.fn(async (day: string) => {
      if (day === '2026-01-02') throw new Error('no')
    }),
    repairRead: () => {},
  }
  keeping.follow(workspace)
  await keeping.restore('2026-01-01')
  await expect(keeping.restore('2026-01-02')).rejects.toThrow('no')
  expect(shown).toEqual([true, false, true, false])
})

it('a copy is put in place by the next server alone: the one that runs ends first, a later one begins as usual', async () => {
  vi.useFakeTimers()
  try {
    const children: (ReturnType<typeof aChild> & { restore: string | null })[] = []
    const workspace = createWorkspace({
      fork(_port, restore) {
        const one = { ...aChild(), restore }
        children.push(one)
        return one.child
      },
      log,
    })
    workspace.start()
    children[0]?.say({ type: 'ready', port: 4_000 })
    const done = workspace.restore('2026-01-01')
    expect([children.length, children[0]?.posted]).toEqual([1, [{ type: 'shutdown' }]])
    children[0]?.exit(0)
    await vi.advanceTimersByTimeAsync(0)
    expect(children.map(one => one.restore)).toEqual([null, '2026-01-01'])
    children[1]?.say({ type: 'ready', port: 4_000 })
    await done
    workspace.repairRead()
    workspace.sleeps()
    expect(children[1]?.posted).toEqual([{ type: 'repairRead' }, { type: 'asleep' }])
    children[1]?.exit(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(children.map(one => one.restore)).toEqual([null, '2026-01-01', null])
    const stopping = workspace.stop()
    children[2]?.exit(0)
    await stopping
    await vi.advanceTimersByTimeAsync(60_000)
    expect(children).toHaveLength(3)
  } finally {
    vi.useRealTimers()
  }
})

it('is asked about its people only while this computer’s own company is in use', async () => {
  const { child, posted, say } = aChild()
  const workspace = createWorkspace({ fork: () => child, log })
  const recovery = createRecovery()
  expect(await recovery.managers()).toEqual([])
  recovery.follow(workspace)
  workspace.start()
  say({ type: 'ready', port: 4_000 })
  const people = [{ id: 1, name: 'Aurora', email: 'aurora@padaria.test' }]
  const asked = recovery.managers()
  await soon(() => expect(posted).toEqual([{ type: 'managers', id: 1 }]))
  say({ type: 'answer', id: 2, value: [] })
  say({ type: 'answer', id: 1, value: people })
  expect(await asked).toEqual(people)
  recovery.leave(workspace)
  const wanted = { userId: 1, password: 'Aurora2027' }
  expect(await recovery.setPassword(wanted)).toEqual({ done: false })
})

/** What people are told when the workspace file was replaced. */
import type { WorkspaceRepair } from '@contract'
import type { Dialog } from 'electron'
import { describe, expect, it } from 'vitest'
import { repairText, reportRepair } from '../../../electron/main/boot-dialogs'
import { createLog } from '../../../electron/main/log/log'
import { textsFor } from '../../../electron/main/texts'
import { type Child, createWorkspace } from '../../../electron/main/workspace/workspace'

const repair: WorkspaceRepair = {
  at: '2026-01-02T10:00:00.000Z',
  fault: 'damaged',
  movedTo: '/data/workspace.db.damaged-1',
  copy: '2026-01-01',
  copies: '/data/copies',
  kept: 1_234,
  lost: 56,
}

describe('the words', () => {
  it.each(['pt', 'en', 'es'] as const)(
    'say in %s what happened, what is lost and where everything lies',
    language => {
      const texts = textsFor(language)
      const cases: [Partial<WorkspaceRepair>, string[], string[]][] = [
        [
          {},
          ['1234', '56', '2026-01-01', '/data/workspace.db.damaged-1', '/data/copies'],
          [texts.repairLostAll],
        ],
        [{ lost: null, kept: 0 }, ['2026-01-01', '/data/copies'], ['1234', texts.repairLostAll]],
        [{ copy: null, lost: null }, [texts.repairFresh, texts.repairLostAll], ['null']],
        [{ fault: 'missing', movedTo: null, lost: null }, [texts.repairMissing], ['null', texts.repairMoved]],
        [{ fault: 'empty', lost: null }, [texts.repairEmpty], ['null']],
      ]
      for (const [change, says, saysNot] of cases) {
        const { body } = repairText({ ...repair, ...change }, texts)
        for (const words of says) expect(body).toContain(words)
        for (const words of [...saysNot, '{', '}']) expect(body).not.toContain(words)
      }
    },
  )

  it('lead to the folder of copies for whoever asks, and nowhere else', async () => {
    for (const response of [0, 1]) {
      const opened: string[] = []
      const dialog = {
        showMessageBox: async () => ({ response, checkboxChecked: false }),
      } as unknown as Dialog
      await reportRepair(repair, dialog, textsFor('en'), {
        openPath: async path => {
          opened.push(path)
          return ''
        },
      })
      expect(opened).toEqual(response === 1 ? ['/data/copies'] : [])
    }
  })
})

it('comes from the server as it says it, and nothing else is taken for it', () => {
  const heard: WorkspaceRepair[] = []
  let say: (message: unknown) => void = () => {}
  const child: Child = {
    onMessage(listener) {
      say = listener
    },
    onExit: () => {},
    postMessage: () => {},
    kill: () => true,
  }
  const log = createLog(() => undefined)
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

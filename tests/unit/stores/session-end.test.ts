// @vitest-environment jsdom
import '../support/jsdom'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { draftOf, saveDraft, startDrafts } from '@/stores/drafts'
import { stopSession } from '@/stores/session'
import { atSessionEnd, endSession, sessionStores } from '@/stores/session-end'
import { aUser, fakeBridge } from '../support/fake-bridge'

// No server here: whatever is asked for stays on its way.
vi.mock('@/api', async original => ({
  ...(await original<object>()),
  call: () => new Promise(() => {}),
}))

// Every module of a store or a feature, so that each had its chance to register.
import.meta.glob(['../../../src/stores/**/*.ts', '../../../src/features/*/**/*.ts'], { eager: true })

/** Stores that hold nothing of one person, or are the session itself: each with what keeps it. */
const OUTLIVE: Record<string, string> = {
  'stores/logos.ts': 'shown before anybody signs in; the same for everybody of a server',
  'stores/session.ts': 'says who is signed in',
  'stores/session-end.ts': 'makes the stores that end',
  'stores/connection.ts': "main's line to the server",
  'stores/servers.ts': 'servers known to this computer',
  'stores/workspace.ts':
    'what the server is for, shown before anybody signs in; the same for everybody of it',
  'stores/preferences.ts': 'preferences of this computer',
  'stores/keeping.ts': 'what happened to the workspace of this computer',
  'stores/pairing.ts': 'what of a component is installed on this computer',
  'stores/network.ts': 'whether this computer has a line',
  'stores/system.ts': 'what the system says of itself',
  'stores/commands.ts': 'offered by screens while they are mounted',
  'stores/downloads.ts': "main's list of files on this computer's disk",
  'features/contact-drawer/open-sections.ts': 'which parts stand open on this computer',
}

const user = aUser({ id: 7, name: 'Ana' })

afterEach(() => {
  stopSession()
  vi.unstubAllGlobals()
})

describe('the end of a session', () => {
  it('leaves nothing in any store, whatever it held', () => {
    const fresh = new Map([...sessionStores()].map(([name, store]) => [name, store.getState()]))
    expect(fresh.size).toBeGreaterThan(15)
    for (const store of sessionStores().values()) {
      const held = Object.keys(store.getState() as object)
      expect(held.length).toBeGreaterThan(0)
      store.setState(Object.fromEntries([...held, 'more'].map(key => [key, new Map([['Ana', key]])])))
    }
    endSession('signedOut')
    const left = [...sessionStores()].map(([name, store]) => [name, store.getState()] as const)
    for (const [name, state] of left) expect(state, name).toEqual(fresh.get(name))
  })

  it('knows every store there is: one made elsewhere is named here with its reason', () => {
    const src = resolve(import.meta.dirname, '../../../src')
    const makers = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter(path => /\.tsx?$/.test(path))
      .filter(path =>
        /import \{[^}]*\bcreate\b[^}]*\} from 'zustand'/.test(readFileSync(join(src, path), 'utf8')),
      )
      .map(path => path.replaceAll('\\', '/'))
    expect(makers.sort()).toEqual(Object.keys(OUTLIVE).sort())
  })

  it('empties the others when one of them fails, and says so', () => {
    const emptied = vi.fn()
    atSessionEnd('broken', () => {
      throw new Error('broken')
    })
    atSessionEnd('after it', emptied)
    expect(() => endSession()).toThrow('broken')
    expect(emptied).toHaveBeenCalledOnce()
    atSessionEnd('broken', () => {})
  })

  it('keeps what was being written for the same person when the session ended by itself', () => {
    const { bridge } = fakeBridge({ user })
    startDrafts(bridge, 7)
    saveDraft(41, { text: 'Bom dia, Marta' })
    endSession('expired')
    expect(draftOf(41)).toBeUndefined()
    startDrafts(bridge, 7)
    expect(draftOf(41)?.text).toBe('Bom dia, Marta')
    endSession('expired')
    startDrafts(bridge, 8)
    expect(draftOf(41)).toBeUndefined()
    endSession('signedOut')
    startDrafts(bridge, 7)
    expect(draftOf(41)).toBeUndefined()
    endSession('signedOut')
  })
})

/**
 * What main says of this computer: how notices fare, whether an update waits, which words are checked. Mirrored for the
 * settings screen; it follows while somebody looks.
 */
import type { AttentionState, NoticeKind, Result, SpellingState, TurnoBridge, UpdateState } from '@contract'
import { create } from 'zustand'

interface SystemStore {
  attention: AttentionState | null
  updates: UpdateState | null
  spelling: SpellingState | null
}

const UNKNOWN: SystemStore = { attention: null, updates: null, spelling: null }
export const useSystem = create<SystemStore>()(() => UNKNOWN)

type SystemBridge = Pick<TurnoBridge, 'attention' | 'updates' | 'spelling'> & {
  on: Pick<TurnoBridge['on'], 'attentionChanged' | 'updatesChanged' | 'spellingChanged'>
}

const put =
  <K extends keyof SystemStore>(key: K) =>
  (value: SystemStore[K]): void =>
    useSystem.setState({ [key]: value } as Pick<SystemStore, K>)

const settle = <K extends keyof SystemStore>(
  key: K,
  answer: Result<NonNullable<SystemStore[K]>>,
): boolean => {
  if (answer.ok) put(key)(answer.value)
  return answer.ok
}

/** Follows main; answers how to stop. */
export function followSystem(bridge: SystemBridge = window.turno): () => void {
  const leave = [
    bridge.on.attentionChanged(put('attention')),
    bridge.on.updatesChanged(put('updates')),
    bridge.on.spellingChanged(put('spelling')),
  ]
  void bridge.attention.state().then(answer => settle('attention', answer))
  void bridge.updates.state().then(answer => settle('updates', answer))
  void bridge.spelling.state().then(answer => settle('spelling', answer))
  return () => {
    for (const stop of leave) stop()
  }
}

/** I am away, or back. */
export const pauseAttention = async (paused: boolean): Promise<void> =>
  void settle('attention', await window.turno.attention.pause({ paused }))

/** Waiting customers are not announced for so many minutes; 0 ends it. */
export const snoozeAttention = async (minutes: number): Promise<void> =>
  void settle('attention', await window.turno.attention.snooze({ minutes }))

/** Shows a notice of that kind, to find out whether the system lets it through. */
export async function testNotice(kind: NoticeKind): Promise<void> {
  await window.turno.attention.test({ kind })
  // The verb answers before the system has; what it said may have overtaken the answer.
  settle('attention', await window.turno.attention.state())
}

/** Opens the system's page for notices; false where there is none. */
export async function openNoticeSettings(): Promise<boolean> {
  const answer = await window.turno.attention.openSystemSettings()
  return answer.ok && answer.value.opened
}

export const checkUpdates = async (): Promise<void> =>
  void settle('updates', await window.turno.updates.check())

/** Restarts into the new version; the answer says why not. */
export async function installUpdate(): Promise<Result<UpdateState>> {
  const answer = await window.turno.updates.install()
  settle('updates', answer)
  return answer
}

/** Takes a word out of the dictionary again. */
export const forgetWord = async (word: string): Promise<void> =>
  void settle('spelling', await window.turno.spelling.forget({ word }))

/** What happened to the file of this computer's own workspace, as main says. */
import type { KeepingState, Result, TurnoBridge } from '@contract'
import { create } from 'zustand'
import { followMain } from './follow-main'

type KeepingBridge = Pick<TurnoBridge, 'keeping'> & { on: Pick<TurnoBridge['on'], 'keepingChanged'> }

const NOTHING: KeepingState = { repair: null, restoring: false }

export const useKeeping = create<KeepingState>()(() => NOTHING)

let bridge: KeepingBridge | null = null
let stop: (() => void) | null = null

/** Follows main; called once per window. */
export async function startKeeping(from: KeepingBridge = window.turno): Promise<void> {
  if (stop) return
  bridge = from
  const main = followMain(from.on.keepingChanged, from.keeping.state, useKeeping.setState)
  stop = main.stop
  await main.asked
}

const failed: Result<never> = { ok: false, code: 'BRIDGE_FAILED', message: '' }

async function answered(asked: Promise<Result<KeepingState>> | undefined): Promise<Result<KeepingState>> {
  const answer = (await asked) ?? failed
  if (answer.ok) useKeeping.setState(answer.value)
  return answer
}

/** It was read: the workspace is used as it is. */
export const goOn = (): Promise<Result<KeepingState>> => answered(bridge?.keeping.goOn())

/** Puts the copy of a day in place of the workspace. */
export const restoreCopy = (day: string): Promise<Result<KeepingState>> =>
  answered(bridge?.keeping.restore({ day }))

/** Shows the folder of the copies in the system. */
export const showCopies = async (): Promise<void> => void (await bridge?.keeping.showCopies())

/** Forgets everything; for tests. */
export function stopKeeping(): void {
  stop?.()
  stop = null
  bridge = null
  useKeeping.setState(NOTHING, true)
}

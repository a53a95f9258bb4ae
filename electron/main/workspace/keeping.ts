/** What happened to the file of the embedded workspace, until a person has read it in the console and said how to go on. */
import type { KeepingState, WorkspaceRepair } from '../../../src/contract'
import { MainError } from '../errors'
import type { Log } from '../log/log'
import type { Workspace } from './workspace'

export interface Keeping {
  state(): KeepingState
  onChange(listener: (state: KeepingState) => void): void
  /** The embedded workspace is in use from now on. */
  follow(workspace: Pick<Workspace, 'restore' | 'repairRead'>): void
  /** It is no longer: its matters are not this server's. */
  leave(workspace: Pick<Workspace, 'restore' | 'repairRead'>): void
  /** What the server reports to have happened. */
  note(repair: WorkspaceRepair): void
  /** The workspace is used as it is. */
  goOn(): KeepingState
  /**
   * Puts the copy of a day in place; how it went is the next thing to read.
   * @throws MainError SERVER_UNREACHABLE when there is no embedded workspace, or it does not come back.
   */
  restore(day: string): Promise<KeepingState>
  /** Folder of the copies; null when nothing happened. */
  copies(): string | null
}

export function createKeeping(log: Log): Keeping {
  const listeners: ((state: KeepingState) => void)[] = []
  let workspace: Pick<Workspace, 'restore' | 'repairRead'> | null = null
  let state: KeepingState = { repair: null, restoring: false }
  const become = (next: Partial<KeepingState>): KeepingState => {
    state = { ...state, ...next }
    for (const listener of listeners) listener(state)
    return state
  }
  return {
    state: () => state,
    onChange: listener => void listeners.push(listener),
    follow: next => {
      workspace = next
    },
    leave(left) {
      if (workspace !== left) return
      workspace = null
      become({ repair: null, restoring: false })
    },
    note: repair => void become({ repair }),
    goOn() {
      workspace?.repairRead()
      return become({ repair: null })
    },
    async restore(day) {
      if (!workspace)
        throw new MainError('SERVER_UNREACHABLE', 'The workspace of this computer is not in use')
      if (state.restoring) return state
      become({ restoring: true })
      try {
        await workspace.restore(day)
      } catch (error) {
        log.error('the copy was not put in place', { day, error })
        throw error
      } finally {
        become({ restoring: false })
      }
      return state
    },
    copies: () => state.repair?.copies ?? null,
  }
}

/**
 * Builds `window.turno` from the bridge's names: one function per verb, one subscription per event, and nothing that
 * takes a channel name. No import but names, because a sandboxed preload is one small CommonJS file.
 */
import { contextBridge, ipcRenderer } from 'electron'
import type { CallName, EventName, Result, TurnoBridge } from '../../src/contract'
import { callChannel, eventChannel } from '../../src/contract/channels'

/**
 * Exposes the given verbs and events to the page.
 * Every verb resolves with a Result, also when main cannot answer at all.
 */
export function exposeBridge(calls: readonly CallName[], events: readonly EventName[]): void {
  const areas: Record<string, Record<string, (input?: unknown) => Promise<Result<unknown>>>> = {}
  for (const name of calls) {
    const [area = '', verb = ''] = name.split('.')
    const verbs = areas[area] ?? {}
    areas[area] = verbs
    verbs[verb] = async input => {
      try {
        return (await ipcRenderer.invoke(callChannel(name), input)) as Result<unknown>
      } catch (error) {
        return {
          ok: false,
          code: 'BRIDGE_FAILED',
          message: error instanceof Error ? error.message : String(error),
        }
      }
    }
  }
  const on: Record<string, (listener: (data: unknown) => void) => () => void> = {}
  for (const name of events) {
    on[name] = listener => {
      const ipcListener = (_event: unknown, data: unknown) => listener(data)
      ipcRenderer.on(eventChannel(name), ipcListener)
      return () => {
        ipcRenderer.removeListener(eventChannel(name), ipcListener)
      }
    }
  }
  contextBridge.exposeInMainWorld('turno', { ...areas, on } as unknown as TurnoBridge)
}

/**
 * Tasks of the to-do list: kept on this computer only, under the key earlier consoles used, for each account by
 * itself, until the person deletes them; signing out leaves them.
 */
import { TASKS_KEY } from '@/stores/browser-storage'
import { useServers } from '@/stores/servers'
import { useSession } from '@/stores/session'

/** Longest task, in characters: storage of a browser is small. */
export const TASK_MAX_CHARS = 1_000

/** The lists by account. Anything else under the key reads as none. */
function listsFrom(stored: string | null): Record<string, unknown> {
  try {
    const lists: unknown = JSON.parse(stored ?? '{}')
    return typeof lists === 'object' && lists !== null && !Array.isArray(lists) ? { ...lists } : {}
  } catch {
    return {}
  }
}

/** One account's list in a stored text. Anything that is no list reads as an empty one. */
export function tasksFrom(stored: string | null, account: string): string[] {
  const list = listsFrom(stored)[account]
  if (!Array.isArray(list)) return []
  return list.flatMap(text =>
    typeof text === 'string' && text.trim() !== '' ? [text.slice(0, TASK_MAX_CHARS)] : [],
  )
}

/** Ids of two servers may be alike, so the server is part of who somebody is. */
function account(): string {
  const { user } = useSession.getState()
  return `${useServers.getState().state?.current ?? ''} ${user?.companyId ?? 0} ${user?.id ?? 0}`
}

/** @returns the tasks this account keeps on this computer; [] without storage. */
export function readTasks(): string[] {
  try {
    return tasksFrom(localStorage.getItem(TASKS_KEY), account())
  } catch {
    return []
  }
}

/** @returns whether the list could be kept. */
export function writeTasks(tasks: readonly string[]): boolean {
  try {
    const { [account()]: _, ...others } = listsFrom(localStorage.getItem(TASKS_KEY))
    const lists = tasks.length === 0 ? others : { ...others, [account()]: tasks }
    if (Object.keys(lists).length === 0) localStorage.removeItem(TASKS_KEY)
    else localStorage.setItem(TASKS_KEY, JSON.stringify(lists))
    return true
  } catch {
    return false
  }
}

/** A copy with one task moved; places outside the list change nothing. */
export function moved(tasks: readonly string[], from: number, to: number): string[] {
  const task = tasks[from]
  if (task === undefined || to < 0 || to >= tasks.length) return [...tasks]
  const rest = tasks.filter((_, at) => at !== from)
  return [...rest.slice(0, to), task, ...rest.slice(to)]
}

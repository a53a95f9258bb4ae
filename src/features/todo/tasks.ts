/** Tasks of the to-do list: kept on this computer only, under the key of specification 3 section 2. */

/** Browser-storage key of the list (specification 3 section 3). */
export const TASKS_KEY = 'tasks'
/** Longest task, in characters: storage of a browser is small. */
export const TASK_MAX_CHARS = 1_000

/** What a stored text holds. Anything that is no list reads as an empty one; entries may be words or records with a text. */
export function tasksFrom(stored: string | null): string[] {
  if (stored === null) return []
  try {
    const list: unknown = JSON.parse(stored)
    if (!Array.isArray(list)) return []
    return list.flatMap(entry => {
      const text = typeof entry === 'string' ? entry : (entry as { text?: unknown } | null)?.text
      return typeof text === 'string' && text.trim() !== '' ? [text.slice(0, TASK_MAX_CHARS)] : []
    })
  } catch {
    return []
  }
}

/** @returns the tasks kept on this computer; [] without storage. */
export function readTasks(): string[] {
  try {
    return tasksFrom(localStorage.getItem(TASKS_KEY))
  } catch {
    return []
  }
}

/** @returns whether the list could be kept. */
export function writeTasks(tasks: readonly string[]): boolean {
  try {
    localStorage.setItem(TASKS_KEY, JSON.stringify(tasks))
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

/**
 * What the channel says of the numbers of one list while somebody imports into it. Answers may come before the rows they
 * are about are known here, so all of the list are kept until the import is closed.
 */
import { type NumberState, numberStateOf } from '@contract'
import { eventsOf, registerFeed } from './feed'
import { createSessionStore } from './session-end'

/** Answers come by the hundred; who shows them draws as often as this. Milliseconds. */
const PUBLISH_MS = 400

interface LiveNumbers {
  /** States by the id of the item. Not copied: `version` says that it changed. */
  states: ReadonlyMap<number, NumberState>
  version: number
}

let listId = 0
let states = new Map<number, NumberState>()
let telling: ReturnType<typeof setTimeout> | null = null

export const useLiveNumbers = createSessionStore<LiveNumbers>(
  'liveNumbers',
  () => ({ states: new Map(), version: 0 }),
  () => forget(),
)

function forget(): void {
  listId = 0
  states = new Map()
  if (telling) clearTimeout(telling)
  telling = null
}

function publishSoon(): void {
  telling ??= setTimeout(() => {
    telling = null
    useLiveNumbers.setState(({ version }) => ({ states, version: version + 1 }))
  }, PUBLISH_MS)
}

/** Says what is known already of a number; some servers say it with the row. */
export function noteNumber(id: number, state: NumberState): void {
  states.set(id, state)
  publishSoon()
}

/** Listens for the numbers of a list until the returned function is called. */
export function watchNumberChecks(contactListId: number): () => void {
  forget()
  listId = contactListId
  useLiveNumbers.setState({ states, version: 0 })
  return forget
}

registerFeed({
  name: 'liveNumbers',
  applyEvents(events) {
    if (listId === 0) return
    for (const changed of eventsOf(events, 'ContactListItem')) {
      if (changed.action === 'delete' || changed.action === 'reload') continue
      for (const item of 'record' in changed ? [changed.record] : changed.records)
        if (item.contactListId === listId) noteNumber(item.id, numberStateOf(item))
    }
  },
})

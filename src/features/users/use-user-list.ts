import type { User } from '@contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, isAborted } from '@/api'
import { registerFeed } from '@/stores/feed'
import { withPage, withUserEvents } from './people'

interface State {
  users: readonly User[]
  status: 'loading' | 'ready' | 'failed'
  error: unknown
  count: number
  hasMore: boolean
  moreFailed: boolean
}

export interface UserList extends State {
  /** Asks for the first page again; the rows stay until it is here. */
  reload: () => void
  /** Asks for the next page; does nothing while one is under way. */
  more: () => void
}

const START: State = {
  users: [],
  status: 'loading',
  error: null,
  count: 0,
  hasMore: false,
  moreFailed: false,
}

/** The company's users by name, paged, searched on the server and kept true by live events. */
export function useUserList(term: string): UserList {
  const [state, setState] = useState(START)
  const asking = useRef<AbortController | null>(null)
  const page = useRef(1)

  const ask = useCallback(
    async (pageNumber: number) => {
      asking.current?.abort()
      const controller = new AbortController()
      asking.current = controller
      try {
        const answer = await call('users.list', {
          query: { pageNumber, ...(term ? { searchParam: term } : {}) },
          signal: controller.signal,
        })
        if (controller.signal.aborted) return
        page.current = pageNumber
        setState(before => ({
          users: pageNumber === 1 ? answer.users : withPage(before.users, answer.users),
          status: 'ready',
          error: null,
          count: answer.count,
          hasMore: answer.hasMore && answer.users.length > 0,
          moreFailed: false,
        }))
      } catch (error) {
        if (controller.signal.aborted || isAborted(error)) return
        setState(before =>
          pageNumber === 1
            ? { ...before, users: [], status: 'failed', error, hasMore: false }
            : { ...before, error, moreFailed: true },
        )
      } finally {
        if (asking.current === controller) asking.current = null
      }
    },
    [term],
  )

  useEffect(() => {
    setState(before => ({ ...before, status: 'loading', users: [], hasMore: false, moreFailed: false }))
    void ask(1)
    const leave = registerFeed({
      name: 'users-screen',
      applyEvents: events =>
        setState(before => {
          const users = withUserEvents(before.users, events, term, !before.hasMore)
          const count = before.count + users.length - before.users.length
          return users === before.users ? before : { ...before, users, count }
        }),
      refetch: () => ask(1),
    })
    return () => {
      leave()
      asking.current?.abort()
    }
  }, [ask, term])

  return {
    ...state,
    reload: () => void ask(1),
    more: () => {
      if (!asking.current && state.hasMore && !state.moreFailed) void ask(page.current + 1)
    },
  }
}

import { type Contact, matchOf, onlyByName, rankPeople } from '@contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Where } from '@/stores/commands'
import { useTypedText } from '@/stores/typed-text'
import { findableContact, findPeople, isAsked, type PeopleFound } from './find-people'

export interface PeopleSearch {
  /** Best first: local hits above those only the server knows. */
  found: readonly Contact[]
  /** The one contact Enter may take: the only match by name, once everybody has answered. */
  only: Contact | null
  busy: boolean
  error: unknown
  /** The text the server has answered for, "" while there is no answer. */
  term: string
  /** Takes each change of the typed text. */
  type: (text: string) => void
  /** Asks again after a failure. */
  retry: () => void
}

const NOTHING: PeopleFound = { contacts: [], complete: false, error: null }

/**
 * Contacts by name or number, never an older answer over a newer: what this computer knows with each key, the server
 * from three characters, 500 ms after the last key.
 * @param everybody true lists the first page for the empty text.
 */
export function usePeopleSearch(everybody = false): PeopleSearch {
  const [state, setState] = useState<PeopleFound & { text: string; busy: boolean }>({
    ...NOTHING,
    text: '',
    busy: everybody,
  })
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])

  const ask = useCallback((text: string, where: Where = 'everywhere'): void => {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    const show = (found: PeopleFound): void => {
      // What was still on screen stays until this computer knows somebody or the server has answered.
      if (found.complete || found.contacts.length > 0) setState({ ...found, text, busy: !found.complete })
    }
    void findPeople(text, controller.signal, show, where)
  }, [])
  const search = useTypedText<string>(ask)
  useEffect(() => {
    if (everybody) ask('')
  }, [everybody, ask])

  const type = useCallback(
    (typed: string) => {
      const text = typed.trim()
      asking.current?.abort()
      if (text === '' && !everybody) {
        search.stop()
        setState({ ...NOTHING, text, busy: false })
        return
      }
      // What is on screen and still answers stays until there is more; the rest would only be in the way.
      setState(before => ({
        contacts: rankPeople(
          before.contacts.filter(contact => matchOf(findableContact(contact), text) !== null),
          text,
          findableContact,
        ).map(({ row }) => row),
        complete: false,
        error: null,
        text,
        busy: true,
      }))
      if (text === '' || !isAsked(text)) search.now(text)
      else {
        ask(text, 'here')
        search.typed(text)
      }
    },
    [everybody, ask, search],
  )
  const { contacts, complete, error, text, busy } = state
  const ranked = complete && isAsked(text) ? rankPeople(contacts, text, findableContact, true) : []
  return {
    found: contacts,
    only: onlyByName(ranked, text),
    busy,
    error,
    term: complete && isAsked(text) ? text : '',
    type,
    retry: () => ask(text),
  }
}

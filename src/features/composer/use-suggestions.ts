import type { Contact } from '@contract'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTexts } from '@/i18n'
import { quickMessagesDirectory } from '@/stores/quick-messages'
import type { Typed } from './caret'
import { emojiTrigger, loadEmojiIndex, matchingEmojis, type NamedEmoji } from './emoji-search'
import { answerTrigger, matchingAnswers, type Variables, variablesFor } from './quick-answers'
import type { Suggestion } from './suggestions'

export interface Suggesting {
  items: readonly Suggestion[]
  active: number
  setActive: (index: number) => void
  /** Where the word stands that a choice replaces. */
  from: number
  variables: () => Variables
  /** Opens the list of quick answers although only the slash is there. */
  force: () => void
  /** Closes the list until the word changes. */
  dismiss: () => void
}

/** What can be completed at the caret: quick answers after "/", emojis after ":". */
export function useSuggestions(typed: Typed, contact: Contact | null): Suggesting {
  const { t, language } = useTexts()
  const answers = quickMessagesDirectory.use(state => state.items)
  const [forced, setForced] = useState(false)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const [emojis, setEmojis] = useState<readonly NamedEmoji[]>([])

  const slash = answerTrigger(typed, forced)
  const colon = slash ? null : emojiTrigger(typed)
  const word = slash ? `/${slash.from}${slash.query}` : colon ? `:${colon.from}${colon.query}` : null

  // A choice belongs to the word it was made at; another word begins at its first suggestion.
  const [choice, setChoice] = useState<{ word: string | null; index: number }>({ word, index: 0 })
  const active = choice.word === word ? choice.index : 0

  const wantsAnswers = slash !== null
  useEffect(() => {
    if (wantsAnswers) void quickMessagesDirectory.ensure()
  }, [wantsAnswers])

  const wantsEmojis = colon !== null
  useEffect(() => {
    if (!wantsEmojis) return
    let left = false
    void loadEmojiIndex(language).then(index => {
      if (!left) setEmojis(index)
    })
    return () => {
      left = true
    }
  }, [wantsEmojis, language])

  useEffect(() => {
    if (word !== null) return
    setForced(false)
    setDismissed(null)
  }, [word])

  const slashQuery = slash?.query
  const colonQuery = colon?.query
  const items = useMemo<readonly Suggestion[]>(() => {
    if (slashQuery !== undefined) {
      return matchingAnswers(answers, slashQuery).map(answer => ({ kind: 'answer', answer }))
    }
    if (colonQuery !== undefined) {
      return matchingEmojis(emojis, colonQuery).map(emoji => ({ kind: 'emoji', emoji }))
    }
    return []
  }, [answers, emojis, slashQuery, colonQuery])

  const variables = useCallback(
    () =>
      variablesFor(contact?.name ?? '', new Date(), {
        morning: t('composer.greeting.morning'),
        afternoon: t('composer.greeting.afternoon'),
        evening: t('composer.greeting.evening'),
      }),
    [contact?.name, t],
  )
  const shown = word !== null && word !== dismissed ? items : []
  return {
    items: shown,
    active: Math.max(0, Math.min(active, shown.length - 1)),
    setActive: index => setChoice({ word, index }),
    from: slash?.from ?? colon?.from ?? 0,
    variables,
    force: () => setForced(true),
    dismiss: () => setDismissed(word),
  }
}

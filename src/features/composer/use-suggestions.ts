import type { Ticket } from '@contract'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTexts } from '@/i18n'
import { quickMessagesDirectory } from '@/stores/quick-messages'
import { useOffered } from '@/stores/servers'
import { useSetting } from '@/stores/settings'
import type { Typed } from './caret'
import { emojiTrigger, loadEmojiIndex, matchingEmojis, type NamedEmoji } from './emoji-search'
import { articleTrigger, useFoundArticles } from './found-articles'
import {
  answerTrigger,
  bareSlash,
  matchingAnswers,
  slashNotice,
  type Variables,
  variablesFor,
} from './quick-answers'
import type { Notice, Suggestion } from './suggestions'

export interface Suggesting {
  items: readonly Suggestion[]
  active: number
  setActive: (index: number) => void
  /** Said in place of suggestions while a message begins with a sign and none can be shown; null otherwise. */
  notice: Notice | null
  /** Where the word stands that a choice replaces. */
  from: number
  variables: () => Variables
  /** Opens the list of quick answers although only the slash is there. */
  force: () => void
  /** The list was opened by its button. */
  forced: boolean
  /** Closes the list until the word changes. */
  dismiss: () => void
}

/** What can be completed at the caret: quick answers after "/", articles after "?", emojis after ":". */
export function useSuggestions(typed: Typed, ticket: Ticket | null): Suggesting {
  const contact = ticket?.contact ?? null
  const { t, language } = useTexts()
  const { items: answers, status } = quickMessagesDirectory.use()
  const [forced, setForced] = useState(false)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const [emojis, setEmojis] = useState<readonly NamedEmoji[]>([])

  const slash = answerTrigger(typed, forced)
  // The slash alone lists nothing yet (docs/specification.md 1.5), but it does not stand there unanswered.
  const bare = slash === null && bareSlash(typed)
  const colon = slash ? null : emojiTrigger(typed)
  const hasArticles = useOffered('knowledge') && ticket !== null
  const asked = hasArticles ? articleTrigger(typed) : null
  const word = slash
    ? `/${slash.from}${slash.query}`
    : bare
      ? '/0'
      : colon
        ? `:${colon.from}${colon.query}`
        : asked
          ? `?${asked.from}${asked.query}`
          : null

  // A choice belongs to the word it was made at; another word begins at its first suggestion.
  const [choice, setChoice] = useState<{ word: string | null; index: number }>({ word, index: 0 })
  const active = choice.word === word ? choice.index : 0

  const wantsAnswers = slash !== null || bare
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

  const { articles, status: articlesStatus } = useFoundArticles(asked?.query ?? null, ticket?.id ?? 0)

  const slashQuery = slash?.query
  const colonQuery = colon?.query
  const items = useMemo<readonly Suggestion[]>(() => {
    if (slashQuery !== undefined) {
      return matchingAnswers(answers, slashQuery).map(answer => ({ kind: 'answer', answer }))
    }
    if (colonQuery !== undefined) {
      return matchingEmojis(emojis, colonQuery).map(emoji => ({ kind: 'emoji', emoji }))
    }
    return articles.map(article => ({ kind: 'article', article }))
  }, [answers, emojis, articles, slashQuery, colonQuery])

  const zone = useSetting('timezone') ?? ''
  const variables = useCallback(
    () =>
      variablesFor(
        contact?.name ?? '',
        new Date(),
        {
          morning: t('composer.greeting.morning'),
          afternoon: t('composer.greeting.afternoon'),
          evening: t('composer.greeting.evening'),
        },
        zone,
      ),
    [contact?.name, zone, t],
  )
  const open = word !== null && word !== dismissed
  const shown = open ? items : []
  const notice = (): Notice | null => {
    if (!open || shown.length > 0) return null
    if (bare || slash?.from === 0) return { of: 'slash', why: slashNotice(status, answers.length, bare) }
    if (asked?.from !== 0) return null
    return { of: 'article', why: articlesStatus === 'ready' ? 'unmatched' : articlesStatus }
  }
  return {
    items: shown,
    notice: notice(),
    active: Math.max(0, Math.min(active, shown.length - 1)),
    setActive: index => setChoice({ word, index }),
    from: slash?.from ?? colon?.from ?? asked?.from ?? 0,
    variables,
    force: () => setForced(true),
    forced,
    dismiss: () => setDismissed(word),
  }
}

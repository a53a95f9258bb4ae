import { givenName, type Ticket } from '@contract'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTexts } from '@/i18n'
import { serverNow } from '@/stores/clock'
import { quickMessagesDirectory } from '@/stores/quick-messages'
import { useOffered } from '@/stores/servers'
import { useSetting } from '@/stores/settings'
import type { Typed } from './caret'
import { emojiTrigger, loadEmojiIndex, matchingEmojis, type NamedEmoji } from './emoji-search'
import { articleTrigger, MIN_CHARS, useFoundArticles } from './found-articles'
import {
  answerTrigger,
  isOfQueue,
  isSlashAlone,
  matchingAnswers,
  slashNotice,
  type Variables,
  variablesFor,
} from './quick-answers'
import { useSlashActions } from './slash-actions'
import { type Notice, type Suggestion, suggestionKey } from './suggestions'

export interface Suggesting {
  items: readonly Suggestion[]
  /** Place of the chosen one; -1 while none is. */
  active: number
  setActive: (index: number) => void
  /** Said in place of suggestions, or below them, while a message begins with a sign and there is more to say; null otherwise. */
  notice: Notice | null
  /** Where the word stands that a choice replaces. */
  from: number
  variables: () => Variables
  /** Opens the whole list although only the slash is there. */
  force: () => void
  /** The list was opened by its button. */
  forced: boolean
  /** Closes the list until the word changes. */
  dismiss: () => void
}

/**
 * What can be completed at the caret: emojis after ":", articles after "?", and after "/" everything that can be put into a
 * message: quick answers, what the copilot does, templates, articles.
 * @param held nothing may leave: then nothing is asked of the copilot.
 * @param offersTemplates, offersMenus whether the number has them.
 */
export function useSuggestions(
  typed: Typed,
  ticket: Ticket | null,
  held: boolean,
  offersTemplates: boolean,
  offersMenus: boolean,
): Suggesting {
  const contact = ticket?.contact ?? null
  const { t, language } = useTexts()
  const { items: known, status } = quickMessagesDirectory.use()
  const queueId = ticket?.queueId ?? null
  const answers = useMemo(() => known.filter(answer => isOfQueue(answer, queueId)), [known, queueId])
  const [forced, setForced] = useState(false)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const [emojis, setEmojis] = useState<readonly NamedEmoji[]>([])

  const slash = answerTrigger(typed, forced)
  // The slash alone lists nothing yet, but it does not stand there unanswered.
  const slashAlone = slash === null && isSlashAlone(typed)
  const colon = slash ? null : emojiTrigger(typed)
  const hasArticles = useOffered('knowledge') && ticket !== null
  const asked = hasArticles ? articleTrigger(typed) : null
  const word = slash
    ? `/${slash.from}${slash.query}`
    : slashAlone
      ? '/0'
      : colon
        ? `:${colon.from}${colon.query}`
        : asked
          ? `?${asked.from}${asked.query}`
          : null

  // A choice belongs to the word it was made at; another word begins at its first suggestion.
  const [choice, setChoice] = useState<{ word: string | null; key: string }>({ word, key: '' })

  const wantsAnswers = slash !== null || slashAlone
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

  const slashQuery = slashAlone ? '' : slash?.query
  const colonQuery = colon?.query
  const searchesArticles = hasArticles && slash?.from === 0 && slash.query.length >= MIN_CHARS
  const { articles, status: articlesStatus } = useFoundArticles(
    searchesArticles ? slash.query : (asked?.query ?? null),
    ticket?.id ?? 0,
  )
  const actions = useSlashActions({
    query: slashQuery ?? null,
    begins: slashAlone || slash?.from === 0,
    rest: slash ? typed.text.slice(0, slash.from) + typed.text.slice(typed.caret) : '',
    ticket,
    held,
    offersTemplates,
    offersMenus,
  })

  const items = useMemo<readonly Suggestion[]>(() => {
    const found = articles.map(article => ({ kind: 'article' as const, article }))
    if (slashQuery !== undefined) {
      // The quick answers come once something is behind the slash, or are asked for.
      const fitting = slashAlone ? [] : matchingAnswers(answers, slashQuery)
      return [...fitting.map(answer => ({ kind: 'answer' as const, answer })), ...actions, ...found]
    }
    if (colonQuery !== undefined) {
      return matchingEmojis(emojis, colonQuery).map(emoji => ({ kind: 'emoji', emoji }))
    }
    return found
  }, [answers, emojis, articles, actions, slashAlone, slashQuery, colonQuery])

  const zone = useSetting('timezone') ?? ''
  const variables = useCallback(
    () =>
      variablesFor(
        contact ? givenName(contact) : '',
        new Date(serverNow()),
        {
          morning: t('composer.greeting.morning'),
          afternoon: t('composer.greeting.afternoon'),
          evening: t('composer.greeting.evening'),
        },
        zone,
      ),
    [contact, zone, t],
  )
  const open = word !== null && word !== dismissed
  const shown = open ? items : []
  const notice = (): Notice | null => {
    if (!open || (shown.length > 0 && !slashAlone)) return null
    if (searchesArticles && articlesStatus !== 'ready') return { of: 'article', why: articlesStatus }
    if (slashAlone || slash?.from === 0)
      return { of: 'slash', why: slashNotice(status, answers.length, slashAlone) }
    if (asked?.from !== 0) return null
    return { of: 'article', why: articlesStatus === 'ready' ? 'unmatched' : articlesStatus }
  }
  const chosen = choice.word === word ? shown.findIndex(item => suggestionKey(item) === choice.key) : -1
  return {
    items: shown,
    notice: notice(),
    // Enter behind the slash alone asks for all there is: nothing is chosen until somebody does.
    active: chosen >= 0 || slashAlone ? chosen : 0,
    setActive: index => {
      const item = shown[index]
      if (item) setChoice({ word, key: suggestionKey(item) })
    },
    from: slash?.from ?? colon?.from ?? asked?.from ?? 0,
    variables,
    force: () => setForced(true),
    forced,
    dismiss: () => setDismissed(word),
  }
}

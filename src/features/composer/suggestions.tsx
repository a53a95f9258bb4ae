import type { Article, QuickMessage } from '@contract'
import { Button } from 'antd'
import { LayoutTemplate, ListChecks, Paperclip, Sparkles } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { keyOf } from '@/features/templates'
import { type TFunction, useTexts } from '@/i18n'
import { cx, looks } from '@/ui'
import type { NamedEmoji } from './emoji-search'
import { answerLabel, answerWords, fillVariables, type SlashNotice, type Variables } from './quick-answers'
import type { SlashAction } from './slash-actions'
import styles from './suggestions.module.css'

const ICONS = { copilot: Sparkles, menu: ListChecks, template: LayoutTemplate } as const

/** Why nothing is listed behind a sign. */
export type Notice =
  | { of: 'slash'; why: SlashNotice }
  | { of: 'article'; why: 'loading' | 'failed' | 'unmatched' }

export type Suggestion =
  | { kind: 'answer'; answer: QuickMessage }
  | { kind: 'article'; article: Article }
  | { kind: 'emoji'; emoji: NamedEmoji }
  | SlashAction

/** What tells two suggestions apart. */
export function suggestionKey(suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case 'answer':
      return `answer-${suggestion.answer.id}`
    case 'article':
      return `article-${suggestion.article.id}`
    case 'emoji':
      return `emoji-${suggestion.emoji.emoji}`
    case 'copilot':
      return `copilot-${suggestion.does}`
    case 'menu':
      return 'menu'
    case 'template':
      return `template-${suggestion.template ? keyOf(suggestion.template) : ''}`
  }
}

/** Suggestions of one kind, with their place in the whole list. */
interface Section {
  kind: Suggestion['kind']
  items: { item: Suggestion; index: number }[]
}

/** The list by its kinds, in its own order. */
function sectionsOf(items: readonly Suggestion[]): Section[] {
  const sections: Section[] = []
  items.forEach((item, index) => {
    const last = sections.at(-1)
    if (last?.kind === item.kind) last.items.push({ item, index })
    else sections.push({ kind: item.kind, items: [{ item, index }] })
  })
  return sections
}

/** The words beside the list of the one that is chosen; null where there are none. */
function previewOf(suggestion: Suggestion | undefined): { words: string; file: QuickMessage | null } | null {
  switch (suggestion?.kind) {
    case 'answer':
      return { words: answerWords(suggestion.answer), file: suggestion.answer }
    case 'article':
      return { words: suggestion.article.text, file: null }
    case 'template':
      return { words: suggestion.template?.body ?? '', file: null }
    default:
      return null
  }
}

function Words({ item }: { item: Suggestion }) {
  const { t } = useTexts()
  switch (item.kind) {
    case 'answer':
      return (
        <>
          <bdi className={looks.cutRest}>{answerLabel(item.answer)}</bdi>
          {item.answer.mediaPath ? (
            <Paperclip size={14} strokeWidth={1.75} aria-label={t('composer.withFile')} />
          ) : null}
          {item.answer.menu ? (
            <ListChecks size={14} strokeWidth={1.75} aria-label={t('messageMenus.asText')} />
          ) : null}
        </>
      )
    case 'article':
      return <bdi className={looks.cutRest}>{item.article.title}</bdi>
    case 'emoji':
      return (
        <>
          <span className={styles.emoji}>{item.emoji.emoji}</span>
          <span className={looks.cutRest}>{item.emoji.name}</span>
        </>
      )
    default: {
      const Icon = ICONS[item.kind]
      return (
        <>
          <Icon className={styles.icon} size={16} strokeWidth={1.75} aria-hidden="true" />
          <bdi className={looks.cutRest}>{item.label}</bdi>
        </>
      )
    }
  }
}

interface SuggestionsProps {
  id: string
  items: readonly Suggestion[]
  /** What stands below the list instead of its keys; null for those. */
  notice: Notice | null
  active: number
  variables: Variables
  onHover: (index: number) => void
  onChoose: (suggestion: Suggestion) => void
}

/** What fits the word being typed, by its kinds; the text field keeps the focus (combobox pattern). */
export function Suggestions({ id, items, notice, active, variables, onHover, onChoose }: SuggestionsProps) {
  const { t } = useTexts()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.querySelector(`#${CSS.escape(`${id}-${active}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const sections = sectionsOf(items)
  // Its place is kept while some of them have words, so that nothing moves on the way through the list.
  const preview = previewOf(items[active]) ?? (items.some(previewOf) ? { words: '', file: null } : null)
  const options = ({ items: some }: Section) =>
    some.map(({ item, index }) => (
      <div
        key={suggestionKey(item)}
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === active}
        className={cx(styles.option, index === active && styles.active)}
        onPointerMove={() => onHover(index)}
        onPointerDown={event => {
          event.preventDefault() // the text field keeps the focus
          onChoose(item)
        }}
      >
        <Words item={item} />
      </div>
    ))
  return (
    <div className={styles.popup}>
      <div ref={box} id={id} className={styles.list} role="listbox" aria-label={t('composer.suggestions')}>
        {sections.length === 1
          ? sections.map(options)
          : sections.map(section => (
              <div
                key={section.kind}
                role="group"
                aria-label={t(`composer.sections.${section.kind}`)}
                className={styles.section}
              >
                <div className={styles.heading} aria-hidden="true">
                  {t(`composer.sections.${section.kind}`)}
                </div>
                {options(section)}
              </div>
            ))}
      </div>
      {preview ? (
        <div className={styles.preview} aria-hidden="true">
          <bdi dir="auto">{fillVariables(preview.words, variables)}</bdi>
          {preview.file?.mediaPath ? (
            <span className={styles.file}>
              <Paperclip size={14} strokeWidth={1.75} />
              {preview.file.mediaName || t('composer.withFile')}
            </span>
          ) : null}
        </div>
      ) : null}
      <span className={styles.hint} aria-live="polite">
        {notice ? wordsOf(t, notice) : t('composer.suggestionCount', { count: items.length })}
      </span>
    </div>
  )
}

const wordsOf = (t: TFunction, notice: Notice): string =>
  notice.of === 'slash' ? t(`composer.slash.${notice.why}`) : t(`composer.article.${notice.why}`)

/** Says why a message that begins with a sign lists nothing, in the place where suggestions would stand. */
export function NothingListed({
  notice,
  asked,
  onSend,
}: {
  notice: Notice
  asked: boolean
  /** Sends it as it stands. */
  onSend: () => void
}) {
  const { t } = useTexts()
  return (
    <div className={styles.popup} data-testid="slash-notice">
      <div className={styles.notice}>
        <span role="status">
          {wordsOf(t, notice)}
          {asked ? ` ${t('composer.slash.asked')}` : ''}
        </span>
        {asked ? (
          <Button size="small" className={styles.anyway} onClick={onSend}>
            {t('composer.slash.anyway')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

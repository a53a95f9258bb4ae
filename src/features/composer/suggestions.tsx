import type { Article, QuickMessage } from '@contract'
import { Paperclip } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui'
import type { NamedEmoji } from './emoji-search'
import { answerLabel, fillVariables, type SlashNotice, type Variables } from './quick-answers'
import styles from './suggestions.module.css'

/** Why nothing is listed behind a sign. */
export type Notice =
  | { of: 'slash'; why: SlashNotice }
  | { of: 'article'; why: 'loading' | 'failed' | 'unmatched' }

export type Suggestion =
  | { kind: 'answer'; answer: QuickMessage }
  | { kind: 'article'; article: Article }
  | { kind: 'emoji'; emoji: NamedEmoji }

function suggestionKey(suggestion: Suggestion): string {
  if (suggestion.kind === 'emoji') return `emoji-${suggestion.emoji.emoji}`
  return `${suggestion.kind}-${suggestion.kind === 'answer' ? suggestion.answer.id : suggestion.article.id}`
}

interface SuggestionsProps {
  id: string
  items: readonly Suggestion[]
  active: number
  variables: Variables
  onHover: (index: number) => void
  onChoose: (suggestion: Suggestion) => void
}

/** Quick answers, articles or emojis for the word being typed; the text field keeps the focus (combobox pattern). */
export function Suggestions({ id, items, active, variables, onHover, onChoose }: SuggestionsProps) {
  const { t } = useTexts()
  const box = useRef<HTMLDivElement>(null)
  const current = items[active]
  useEffect(() => {
    box.current?.querySelector(`#${CSS.escape(`${id}-${active}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const preview =
    current?.kind === 'answer'
      ? { words: current.answer.message, file: current.answer }
      : current?.kind === 'article'
        ? { words: current.article.text, file: null }
        : null
  return (
    <div className={styles.popup}>
      <div ref={box} id={id} className={styles.list} role="listbox" aria-label={t('composer.suggestions')}>
        {items.map((item, index) => (
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
            {item.kind === 'answer' ? (
              <>
                <bdi className={styles.label}>{answerLabel(item.answer)}</bdi>
                {item.answer.mediaPath ? (
                  <Paperclip size={14} strokeWidth={1.75} aria-label={t('composer.withFile')} />
                ) : null}
              </>
            ) : item.kind === 'article' ? (
              <bdi className={styles.label}>{item.article.title}</bdi>
            ) : (
              <>
                <span className={styles.emoji}>{item.emoji.emoji}</span>
                <span className={styles.label}>{item.emoji.name}</span>
              </>
            )}
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
        {t('composer.suggestionCount', { count: items.length })}
      </span>
    </div>
  )
}

/** Says why a message that begins with a sign lists nothing, in the place where suggestions would stand. */
export function NothingListed({ notice, asked }: { notice: Notice; asked: boolean }) {
  const { t } = useTexts()
  return (
    <div className={styles.popup} data-testid="slash-notice">
      <span className={styles.notice} role="status">
        {notice.of === 'slash' ? t(`composer.slash.${notice.why}`) : t(`composer.article.${notice.why}`)}
        {asked ? ` ${t('composer.slash.asked')}` : ''}
      </span>
    </div>
  )
}

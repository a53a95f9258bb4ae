import { Button } from 'antd'
import { BookOpen, CornerDownLeft, Eye, RotateCcw, Sparkles, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Difference } from '@/features/kit'
import { useTexts } from '@/i18n'
import { cx, IconButton } from '@/ui'
import type { Answer } from './ask'
import styles from './copilot.module.css'
import type { Card, Copilot } from './use-copilot'

function Sources({ answer }: { answer: Answer }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [read, setRead] = useState<number | null>(null)
  const cited = (answer.end?.cited ?? []).flatMap(number => {
    const source = answer.sources[number - 1]
    return source ? [source] : []
  })
  if (cited.length === 0) return null
  return (
    <div className={styles.sources} role="group" aria-label={t('copilot.sources')}>
      <BookOpen size={14} strokeWidth={1.75} aria-hidden="true" />
      {cited.map(({ kind, id, title, uuid, text }) => (
        <span key={`${kind} ${id}`}>
          <button
            type="button"
            className={styles.source}
            aria-expanded={uuid === null ? read === id : undefined}
            onClick={() => (uuid === null ? setRead(read === id ? null : id) : navigate(`/tickets/${uuid}`))}
          >
            {t(`copilot.source.${kind}`, { title })}
          </button>
          {read === id && uuid === null ? <q className={styles.quoted}>{text}</q> : null}
        </span>
      ))}
    </div>
  )
}

function state(card: Card, current: Answer | undefined): 'asking' | 'unknown' | null {
  if (card.busy && (current?.text ?? '') === '') return 'asking'
  return current?.end?.unknown ? 'unknown' : null
}

/**
 * An answer of the copilot above the composer. It holds the keyboard while it is there: Enter takes it over, Tab asks for
 * another one, Escape drops it, and the arrow down leads to its buttons.
 */
export function CopilotCard({ copilot }: { copilot: Copilot }) {
  const { t } = useTexts()
  const { card, current, isWhole } = copilot
  const root = useRef<HTMLElement>(null)
  const [sent, setSent] = useState(false)
  const sentId = useId()
  const kind = card?.kind
  useEffect(() => {
    if (kind) root.current?.focus({ preventScroll: true })
  }, [kind])
  if (!card || !current) return null
  const { stale, failure, answers, at, busy } = card
  const mayTake = isWhole && stale === null
  const onKeyDown = (event: KeyboardEvent): void => {
    const onCard = event.target === event.currentTarget
    const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    if (event.key === 'Escape') copilot.drop()
    else if (!onCard || !plain) return
    else if (event.key === 'Enter') {
      if (!event.repeat && (stale || failure)) copilot.again()
      else if (!event.repeat) copilot.take()
    } else if (event.key === 'Tab' && card.kind === 'suggest') copilot.next()
    else if (event.key === 'ArrowDown') root.current?.querySelector('button')?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const now = state(card, current)
  return (
    <section
      ref={root}
      className={cx(styles.card, stale && styles.stale)}
      aria-label={t(
        card.kind === 'suggest' ? 'copilot.suggestion' : `copilot.rewrites.${card.how ?? 'correct'}`,
      )}
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys work while it has the focus.
      tabIndex={0}
      data-testid="copilot-card"
      onKeyDown={onKeyDown}
    >
      <header className={styles.head}>
        <Sparkles size={14} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles.title}>
          {t(card.kind === 'suggest' ? 'copilot.suggestion' : `copilot.rewrites.${card.how ?? 'correct'}`)}
        </span>
        {current.end?.simulated ? <span className={styles.simulated}>{t('copilot.simulated')}</span> : null}
        {answers.length > 1 ? <span className={styles.count}>{`${at + 1} / ${answers.length}`}</span> : null}
        <IconButton
          icon={X}
          size="small"
          label={t('copilot.drop')}
          keys="Esc"
          tipPlacement="top"
          onClick={copilot.drop}
        />
      </header>
      {now ? (
        <p className={styles.note} role="status">
          {t(`copilot.${now}`)}
        </p>
      ) : null}
      <p className={styles.text} dir="auto" aria-live="polite">
        {card.kind === 'rewrite' && !busy && failure === null ? (
          <Difference from={card.from.text} to={current.text} />
        ) : (
          current.text
        )}
      </p>
      {card.kind === 'suggest' ? <Sources answer={current} /> : null}
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      ) : null}
      {stale ? (
        <p className={styles.note} role="status">
          {t(`copilot.stale.${stale}`)}
        </p>
      ) : null}
      <footer className={styles.foot}>
        {failure || stale ? (
          stale === 'ticket' ? null : (
            <Button
              size="small"
              icon={<RotateCcw size={14} strokeWidth={1.75} aria-hidden="true" />}
              onClick={copilot.again}
            >
              {t('copilot.again')}
            </Button>
          )
        ) : (
          <>
            <Button
              size="small"
              type="primary"
              disabled={!mayTake}
              icon={<CornerDownLeft size={14} strokeWidth={1.75} aria-hidden="true" />}
              onClick={copilot.take}
            >
              {t('copilot.take')}
            </Button>
            {card.kind === 'suggest' ? (
              <Button size="small" disabled={busy} onClick={copilot.next}>
                {t('copilot.next')}
              </Button>
            ) : null}
          </>
        )}
        {current.sent === '' ? null : (
          <Button
            size="small"
            type="text"
            aria-expanded={sent}
            aria-controls={sentId}
            icon={<Eye size={14} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => setSent(!sent)}
          >
            {t('copilot.sent')}
          </Button>
        )}
      </footer>
      {sent ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text has to scroll by keys.
        <pre id={sentId} className={styles.sent} tabIndex={0}>
          {current.sent}
        </pre>
      ) : null}
    </section>
  )
}

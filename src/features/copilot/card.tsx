import { Button } from 'antd'
import { BookOpen, CornerDownLeft, RotateCcw, Sparkles } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Difference } from '@/features/kit'
import { useTexts } from '@/i18n'
import { cx } from '@/ui'
import type { Answer } from './ask'
import styles from './copilot.module.css'
import { CardHead, useSent } from './parts'
import parts from './parts.module.css'
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
 * another one, Escape drops it, the arrow down leads to its buttons, and letters go into the draft.
 */
export function CopilotCard({ copilot }: { copilot: Copilot }) {
  const { t } = useTexts()
  const { card, current, isWhole } = copilot
  const root = useRef<HTMLElement>(null)
  const sent = useSent(current?.sent)
  const kind = card?.kind
  useEffect(() => {
    if (kind) root.current?.focus({ preventScroll: true })
  }, [kind])
  if (!card || !current) return null
  const { stale, failure, answers, at, busy } = card
  const mayTake = isWhole && stale === null
  const onKeyDown = (event: KeyboardEvent): void => {
    const onCard = event.target === event.currentTarget
    const held = event.ctrlKey || event.metaKey || event.altKey
    const isLetter = onCard && !held && event.key.length === 1
    // The keyboard is back in the draft before it is written.
    if (isLetter) {
      copilot.write()
      return
    }
    if (event.key === 'Escape') copilot.drop()
    else if (!onCard || held || event.shiftKey) return
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
  const title = t(
    card.kind === 'suggest' ? 'copilot.suggestion' : `copilot.rewrites.${card.how ?? 'correct'}`,
  )
  return (
    <section
      ref={root}
      className={cx(parts.card, stale && styles.stale)}
      aria-label={title}
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys work while it has the focus.
      tabIndex={0}
      data-testid="copilot-card"
      onKeyDown={onKeyDown}
    >
      <CardHead icon={Sparkles} title={title} simulated={current.end?.simulated} onDrop={copilot.drop}>
        {answers.length > 1 ? <span className={styles.count}>{`${at + 1} / ${answers.length}`}</span> : null}
      </CardHead>
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
        <p className={parts.failure} role="alert">
          {failure}
        </p>
      ) : null}
      {stale ? (
        <p className={styles.note} role="status">
          {t(`copilot.stale.${stale}`)}
        </p>
      ) : null}
      <footer className={parts.foot}>
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
        {sent.button}
      </footer>
      {sent.text}
    </section>
  )
}

import type { SummaryLine, TicketSummary } from '@contract'
import { Button } from 'antd'
import { CircleDot, CornerDownRight, NotebookPen, RotateCcw, Sparkles, Square, X } from 'lucide-react'
import { type TFunction, useTexts } from '@/i18n'
import { IconButton } from '@/ui'
import styles from './copilot.module.css'
import { answerUsed } from './outcome'
import { CardHead, useSent } from './parts'
import parts from './parts.module.css'
import { useSummary } from './use-summary'

const ICON = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

function Lines({
  lines,
  onMessage,
}: {
  lines: readonly SummaryLine[]
  onMessage?: ((messageId: string) => void) | undefined
}) {
  const { t } = useTexts()
  return (
    <ul className={styles.lines}>
      {lines.map(({ kind, text, messageIds }) => (
        <li key={`${kind} ${text}`}>
          {kind === 'open' ? <CircleDot {...ICON} className={styles.point} /> : null}
          <span dir="auto">{text}</span>
          {onMessage
            ? messageIds.map((id, at) => (
                <IconButton
                  key={id}
                  icon={CornerDownRight}
                  size="small"
                  label={t('copilot.summary.message', { number: at + 1, total: messageIds.length })}
                  onClick={() => onMessage(id)}
                />
              ))
            : null}
        </li>
      ))}
    </ul>
  )
}

/** A summary as a note that a person can change. */
function noteOf(t: TFunction, lines: readonly SummaryLine[]): string {
  const of = (kind: SummaryLine['kind']): string[] =>
    lines.filter(line => line.kind === kind).map(({ text }) => (kind === 'open' ? `- ${text}` : text))
  const points = of('open')
  return [...of('line'), ...(points.length > 0 ? [`${t('copilot.summary.open')}:`, ...points] : [])].join(
    '\n',
  )
}

/** How far a summary goes. */
function About({ summary }: { summary: TicketSummary }) {
  const { t, format } = useTexts()
  const { upTo, newer, dropped, partial } = summary
  return (
    <p className={styles.note}>
      <time dateTime={upTo} title={format.exact(upTo)}>
        {t('copilot.summary.upTo', { time: format.time(upTo) })}
      </time>
      {newer > 0 ? ` · ${t('copilot.summary.newer', { count: newer })}` : ''}
      {dropped > 0 ? ` · ${t('copilot.summary.dropped')}` : ''}
      {partial ? ` · ${t('copilot.summary.partial')}` : ''}
    </p>
  )
}

export interface SummaryPaneProps {
  ticketId: number
  /** Goes to a message; without it the lines lead nowhere. */
  onMessage?: (messageId: string) => void
  /** Takes it as a note. */
  onNote?: (text: string) => void
  /** Puts it away; without it it stays. */
  onClose?: () => void
}

/** What a conversation is about: as it is kept, or made by a press. */
export function SummaryPane({ ticketId, onMessage, onNote, onClose }: SummaryPaneProps) {
  const { t } = useTexts()
  const { phase, summary, made, failure, make, stop, readAgain } = useSummary(ticketId)
  const sent = useSent(made?.sent)
  const lines = phase === 'making' ? (made?.lines ?? []) : (summary?.lines ?? [])
  const isOld = summary !== null && (summary.newer > 0 || summary.dropped > 0)
  const busy = phase === 'making' || phase === 'loading'
  return (
    <section
      className={parts.card}
      aria-label={t('copilot.summary.title')}
      aria-busy={busy}
      data-testid="summary"
    >
      <CardHead
        icon={Sparkles}
        title={t('copilot.summary.title')}
        simulated={phase === 'shown' && summary?.simulated === true}
      >
        {onClose ? <IconButton icon={X} size="small" label={t('common.close')} onClick={onClose} /> : null}
      </CardHead>
      {busy ? (
        <p className={styles.note} role="status">
          {t(phase === 'making' ? 'copilot.summary.making' : 'common.loading')}
        </p>
      ) : null}
      {lines.length > 0 ? (
        <div className={styles.summary}>
          <Lines lines={lines.filter(({ kind }) => kind === 'line')} onMessage={onMessage} />
          {lines.some(({ kind }) => kind === 'open') ? (
            <>
              <p className={styles.note}>{t('copilot.summary.open')}</p>
              <Lines lines={lines.filter(({ kind }) => kind === 'open')} onMessage={onMessage} />
            </>
          ) : null}
        </div>
      ) : null}
      {phase === 'nothing' ? (
        <p className={styles.note} role="status">
          {t('copilot.summary.nothing')}
        </p>
      ) : null}
      {failure ? (
        <p className={parts.failure} role="alert">
          {failure}
        </p>
      ) : null}
      {phase === 'shown' && summary ? <About summary={summary} /> : null}
      <footer className={parts.foot}>
        {phase === 'making' ? (
          <Button size="small" icon={<Square {...ICON} />} onClick={stop}>
            {t('copilot.summary.stop')}
          </Button>
        ) : null}
        {phase === 'unread' ? (
          <Button size="small" icon={<RotateCcw {...ICON} />} onClick={readAgain}>
            {t('common.retry')}
          </Button>
        ) : null}
        {phase === 'none' || phase === 'nothing' || (phase === 'shown' && (isOld || failure)) ? (
          <Button
            size="small"
            icon={phase === 'shown' || failure ? <RotateCcw {...ICON} /> : <Sparkles {...ICON} />}
            onClick={make}
          >
            {t(
              failure ? 'common.retry' : phase === 'shown' ? 'copilot.summary.renew' : 'copilot.summary.make',
            )}
          </Button>
        ) : null}
        {phase === 'shown' && onNote ? (
          <Button
            size="small"
            icon={<NotebookPen {...ICON} />}
            onClick={() => {
              if (made?.callId) answerUsed(made.callId)
              onNote(noteOf(t, lines))
            }}
          >
            {t('copilot.summary.asNote')}
          </Button>
        ) : null}
        {sent.button}
      </footer>
      {sent.text}
    </section>
  )
}

import { type BotOption, type BotQueue, clockIn, dayIn, type Opening } from '@contract'
import { Slider } from 'antd'
import { RotateCcw, SendHorizontal } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { openingText } from '@/features/hours'
import { FileThumb } from '@/features/kit'
import { MessageText, safeMediaUrl } from '@/features/thread'
import { useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import { cx, IconButton, Select, VisuallyHidden } from '@/ui'
import { botFor, conversation, daysFrom, instantIn, type Line, nextHour } from './conversation'
import styles from './phone.module.css'
import type { Preview } from './use-preview'

export interface CustomerPhoneProps {
  preview: Preview
  /** The queue as it is in the form. */
  entry: Omit<BotQueue, 'options'>
  /** Its options as they are in the editor; default: as they are saved. */
  options?: readonly BotOption[]
  /** Receives which option the customer stands at. */
  onPlace?: (optionId: number | null) => void
}

/** Days that can be gone through. */
const DAYS = 21
const STEP_MINUTES = 15
const NO_OPTIONS: readonly BotOption[] = []

function Bubble({ line }: { line: Line }) {
  const { t } = useTexts()
  if (line.from === 'note')
    return (
      <li className={styles.note}>
        {line.note === 'waits' && line.queue !== ''
          ? t('queues.phone.waitsIn', { queue: line.queue })
          : t(`queues.phone.${line.note}`)}
      </li>
    )
  return (
    <li className={cx(styles.bubble, styles[line.from])}>
      <VisuallyHidden>{t(`queues.phone.${line.from}`)}</VisuallyHidden>
      {line.from === 'bot' && line.mediaPath ? (
        <span className={styles.file}>
          <FileThumb name={line.mediaName ?? ''} url={safeMediaUrl(line.mediaPath)} />
          <bdi className={styles.fileName}>{line.mediaName}</bdi>
        </span>
      ) : null}
      {line.text === '' ? null : <MessageText text={line.text} />}
    </li>
  )
}

/**
 * "Experimente como cliente": the chatbot tried with the code the workspace runs, at any hour of the next
 * days. Nothing is sent or stored. Each change in the form shows at once: the whole conversation is answered anew.
 */
export function CustomerPhone({ preview, entry, options, onPlace }: CustomerPhoneProps) {
  const { t, format } = useTexts()
  const now = new Date(useNow())
  const { timeZone, connections } = preview
  const today = dayIn(timeZone, now)
  const days = useMemo(() => daysFrom(today, DAYS), [today])
  const [chosen, setChosen] = useState<{ day: string; minutes: number } | null>(null)
  const [connectionId, setConnectionId] = useState<number | null>(null)
  const [said, setSaid] = useState<readonly string[]>([t('queues.phone.hello')])
  const [typed, setTyped] = useState('')
  const thread = useRef<HTMLOListElement>(null)

  const connection = connections.find(one => one.id === connectionId) ?? connections[0] ?? null
  const queue: BotQueue = { ...entry, options: options ?? preview.trees.get(entry.id) ?? NO_OPTIONS }
  const bot = botFor(queue, { ...preview, connection })
  const clock = clockIn(timeZone, now)
  const when = chosen ?? { day: days[0] ?? '', minutes: clock.hour * 60 + clock.minute }
  const at = chosen ? instantIn(timeZone, chosen.day, chosen.minutes) : now
  const { lines, state } = conversation(bot, said, at)

  const place = state?.queueId === entry.id && state.inBot ? state.optionId : null
  useEffect(() => onPlace?.(place), [onPlace, place])
  const shown = lines.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last line is brought into view when lines are added
  useEffect(() => {
    // The thread alone: a page in which the phone is below something would leave that on opening.
    if (thread.current) thread.current.scrollTop = thread.current.scrollHeight
  }, [shown])

  const hours = bot.scheduleType === 'company' ? bot.companyHours : queue.hours
  const opening: Opening = { days: hours, holidays: bot.holidays, timeZone }
  const holiday = bot.holidays.find(one => days.includes(one.day))
  const jumps = (
    [
      { key: 'now', to: null, possible: true },
      { key: 'open', to: nextHour(opening, days, true), possible: true },
      { key: 'closed', to: nextHour(opening, days, false), possible: true },
      { key: 'holiday', to: holiday ? { day: holiday.day, minutes: 600 } : null, possible: true },
    ] as const
  ).filter(jump => jump.key === 'now' || (jump.to !== null && bot.scheduleType !== 'disabled'))
  const dayText = (day: string): string => {
    const name = bot.holidays.find(one => one.day === day) ? ` · ${t('queues.phone.holiday')}` : ''
    return `${t(`hours.day.${weekdayOf(day)}`)}, ${format.date(day).slice(0, 5)}${name}`
  }
  const time = `${String(Math.floor(when.minutes / 60)).padStart(2, '0')}:${String(when.minutes % 60).padStart(2, '0')}`
  const send = (): void => {
    const text = typed.trim()
    if (text === '') return
    setSaid(before => [...before, text])
    setTyped('')
  }

  return (
    <section className={styles.preview} aria-label={t('queues.phone.title')}>
      <h3 className={styles.title}>{t('queues.phone.title')}</h3>
      <div className={styles.controls}>
        {connections.length > 1 ? (
          <Select
            aria-label={t('queues.phone.connection')}
            value={connection?.id}
            options={connections.map(one => ({ value: one.id, label: one.name }))}
            onChange={(id: number) => setConnectionId(id)}
          />
        ) : null}
        <div className={styles.jumps} role="group" aria-label={t('queues.phone.when')}>
          {jumps.map(jump => (
            <button
              key={jump.key}
              type="button"
              className={styles.jump}
              aria-pressed={JSON.stringify(chosen) === JSON.stringify(jump.to)}
              onClick={() => setChosen(jump.to)}
            >
              {t(`queues.phone.jump.${jump.key}`)}
            </button>
          ))}
        </div>
        <div className={styles.slider}>
          <span>{dayText(when.day)}</span>
          <Slider
            min={0}
            max={DAYS - 1}
            value={Math.max(days.indexOf(when.day), 0)}
            tooltip={{ open: false }}
            ariaLabelForHandle={t('queues.phone.day')}
            ariaValueTextFormatterForHandle={index => dayText(days[index] ?? when.day)}
            onChange={index => setChosen({ ...when, day: days[index] ?? when.day })}
          />
        </div>
        <div className={styles.slider}>
          <span className={styles.figures}>{time}</span>
          <Slider
            min={0}
            max={1_440 - STEP_MINUTES}
            step={STEP_MINUTES}
            value={when.minutes}
            tooltip={{ open: false }}
            ariaLabelForHandle={t('queues.phone.hour')}
            ariaValueTextFormatterForHandle={() => time}
            onChange={minutes => setChosen({ ...when, minutes })}
          />
        </div>
        <p className={styles.state} role="status">
          {bot.scheduleType === 'disabled' ? t('queues.phone.noHours') : openingText(t, opening, at)}
        </p>
      </div>
      <div className={styles.phone}>
        <header className={styles.head}>
          <span className={styles.name}>{connection?.name ?? t('queues.phone.noConnection')}</span>
          <IconButton
            icon={RotateCcw}
            size="small"
            label={t('queues.phone.again')}
            onClick={() => setSaid([t('queues.phone.hello')])}
          />
        </header>
        <ol ref={thread} className={styles.thread} aria-label={t('queues.phone.thread')} aria-live="polite">
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and are only added
            <Bubble key={index} line={line} />
          ))}
        </ol>
        <div className={styles.composer}>
          <input
            className={styles.input}
            value={typed}
            aria-label={t('queues.phone.write')}
            placeholder={t('queues.phone.write')}
            onChange={event => setTyped(event.target.value)}
            onKeyDown={event => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              event.stopPropagation()
              send()
            }}
          />
          <IconButton icon={SendHorizontal} size="small" label={t('queues.phone.send')} onClick={send} />
        </div>
      </div>
      <p className={styles.promise}>{t(`queues.phone.${preview.brackets ? 'promiseMenus' : 'promise'}`)}</p>
    </section>
  )
}

const WEEKDAYS_BY_NUMBER = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const
const weekdayOf = (day: string): (typeof WEEKDAYS_BY_NUMBER)[number] =>
  WEEKDAYS_BY_NUMBER[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? 'monday'

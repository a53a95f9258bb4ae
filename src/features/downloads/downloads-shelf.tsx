import type { DownloadEntry } from '@contract'
import { Button, Popover } from 'antd'
import { CircleAlert, CircleCheck, FileDown, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { cancelDownload, openDownload, revealDownload, startDownload, useDownloads } from '@/stores/downloads'
import { toasts } from '@/stores/toasts'
import { cx, IconButton } from '@/ui'
import styles from './downloads-shelf.module.css'

/** Lines at once; what is older is found in its conversation and in the folder. */
const MOST = 4

/**
 * @param early ids that were over before this window looked: nobody asked for them here.
 * @param hidden ids the person took away, or that have been read.
 */
export const shownDownloads = (
  entries: readonly DownloadEntry[],
  early: ReadonlySet<string>,
  hidden: ReadonlySet<string>,
): DownloadEntry[] =>
  entries.filter(({ id, state }) => !early.has(id) && !hidden.has(id) && state !== 'cancelled').slice(0, MOST)

/** Ids that are over already. */
export const overAlready = (entries: readonly DownloadEntry[]): Set<string> =>
  new Set(entries.filter(({ state }) => state !== 'running').map(({ id }) => id))

/** How long a finished file stays in sight; its clock stands still under the pointer and the focus. */
const STAYS_MS = 8_000

function Line({
  entry,
  onHide,
  onCancel,
}: {
  entry: DownloadEntry
  onHide: (id: string) => void
  onCancel: (id: string) => void
}) {
  const { t, format } = useTexts()
  const [held, setHeld] = useState(false)
  const { id, name, source, state, progress, size, failure, mayOpen, folder } = entry
  useEffect(() => {
    if (state !== 'done' || held) return
    const timer = setTimeout(() => onHide(id), STAYS_MS)
    return () => clearTimeout(timer)
  }, [state, held, id, onHide])

  const reach = async (how: (id: string) => Promise<boolean>): Promise<void> => {
    if (!(await how(id))) toasts.info(t('downloads.gone'))
    onHide(id)
  }
  const stateText =
    state === 'running'
      ? source === null && size === 0
        ? t('downloads.making')
        : progress === null
          ? t('downloads.running', { size: format.size(size) })
          : t('downloads.runningPercent', { percent: Math.round(progress * 100), size: format.size(size) })
      : state === 'done'
        ? t('downloads.done', { folder, size: format.size(size) })
        : t(`downloads.failure.${failure ?? 'line'}`)
  const Icon = state === 'running' ? FileDown : state === 'done' ? CircleCheck : CircleAlert
  return (
    <li
      className={styles.line}
      data-state={state}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon className={cx(styles.icon, styles[state])} size={20} strokeWidth={1.5} aria-hidden="true" />
      <div className={styles.words}>
        <bdi className={styles.name} title={name}>
          {name}
        </bdi>
        {/* Percentages are drawn, not spoken: only the end is announced. */}
        <span className={styles.said} title={stateText} role={state === 'running' ? undefined : 'status'}>
          {stateText}
        </span>
        {state === 'running' ? (
          <progress className={styles.bar} max={1} value={progress ?? undefined} aria-label={name} />
        ) : null}
      </div>
      {state === 'done' && mayOpen ? (
        <Button
          size="small"
          aria-label={t('downloads.openNamed', { name })}
          onClick={() => void reach(openDownload)}
        >
          {t('downloads.open')}
        </Button>
      ) : null}
      {state === 'done' && !mayOpen ? (
        <Button
          size="small"
          aria-label={t('downloads.showNamed', { name })}
          onClick={() => void reach(revealDownload)}
        >
          {t('downloads.show')}
        </Button>
      ) : null}
      {state === 'failed' && source !== null ? (
        <Button
          size="small"
          aria-label={t('downloads.againNamed', { name })}
          onClick={() => {
            onHide(id)
            void startDownload({ source, name })
          }}
        >
          {t('downloads.again')}
        </Button>
      ) : null}
      <IconButton
        icon={X}
        size="small"
        tip={false}
        label={t(state === 'running' ? 'downloads.cancel' : 'downloads.hide', { name })}
        onClick={() => (state === 'running' ? onCancel(id) : onHide(id))}
      />
    </li>
  )
}

/** Downloads this window shows, newest first, and how to take one away. */
function useShown(): { shown: readonly DownloadEntry[]; hide: (id: string) => void } {
  const entries = useDownloads(state => state.entries)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const early = useRef<ReadonlySet<string> | null>(null)
  early.current ??= overAlready(entries)
  const hide = useCallback((id: string) => setHidden(known => new Set(known).add(id)), [])
  return { shown: shownDownloads(entries, early.current, hidden), hide }
}

/** Ends a download on its way. Its line goes with it, so that is said once it has ended. */
function useCancel(): (id: string) => void {
  const { t } = useTexts()
  const entries = useDownloads(state => state.entries)
  const asked = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, name, state } of entries)
      if (state !== 'running' && asked.current.delete(id) && state === 'cancelled')
        toasts.info(t('downloads.cancelled', { name }))
  }, [entries, t])
  return useCallback((id: string) => {
    asked.current.add(id)
    cancelDownload(id)
  }, [])
}

/**
 * What is on its way to the disk and what has just arrived: the newest in the bar itself, where it covers nothing, the
 * others behind a button.
 */
export function DownloadsShelf() {
  const { t } = useTexts()
  const { shown, hide } = useShown()
  const cancel = useCancel()
  const [newest, ...others] = shown
  if (!newest) return null
  return (
    <section className={styles.shelf} aria-label={t('downloads.title')} data-testid="downloads">
      <ul className={styles.newest}>
        <Line key={newest.id} entry={newest} onHide={hide} onCancel={cancel} />
      </ul>
      {others.length > 0 ? (
        <Popover
          trigger="click"
          placement="bottomRight"
          content={
            <ul className={styles.others}>
              {others.map(entry => (
                <Line key={entry.id} entry={entry} onHide={hide} onCancel={cancel} />
              ))}
            </ul>
          }
        >
          <button
            type="button"
            className={styles.more}
            aria-label={t('downloads.others', { count: others.length })}
          >
            +{others.length}
          </button>
        </Popover>
      ) : null}
    </section>
  )
}

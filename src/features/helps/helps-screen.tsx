import { type Help, INFINITE_SCROLL_PX, LOCAL_VIDEOS_PATH } from '@contract'
import { Button } from 'antd'
import { CircleHelp, Play, Settings2, VideoOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { helpsList } from '@/stores/companies'
import { useUser } from '@/stores/session'
import {
  afterPaint,
  EmptyState,
  ListScreen,
  NothingFound,
  SearchField,
  SkeletonBox,
  SkeletonRows,
  ToolbarButton,
} from '@/ui'
import styles from './helps.module.css'
import { codeOf, PlayerDialog } from './player'

function Picture({ help }: { help: Help }) {
  const [lost, setLost] = useState(false)
  const code = codeOf(help)
  if (code === null || lost)
    return (
      <span className={styles.noPicture} aria-hidden="true">
        <VideoOff size={24} strokeWidth={1.5} />
      </span>
    )
  return (
    <img
      className={styles.picture}
      src={`${LOCAL_VIDEOS_PATH}/${code}/thumbnail`}
      alt=""
      loading="lazy"
      onError={() => setLost(true)}
    />
  )
}

function Card({ help, onPlay }: { help: Help; onPlay: (help: Help) => void }) {
  const { t } = useTexts()
  return (
    <li>
      <button
        type="button"
        className={styles.card}
        aria-label={t('helps.play', { title: help.title })}
        aria-describedby={`help-${help.id}`}
        onClick={() => onPlay(help)}
      >
        <span className={styles.thumb}>
          <Picture key={help.video} help={help} />
          <span className={styles.play} aria-hidden="true">
            <Play size={20} strokeWidth={1.75} />
          </span>
        </span>
        <span className={styles.words}>
          <span className={styles.title} dir="auto">
            {help.title}
          </span>
          <span id={`help-${help.id}`} className={styles.description} dir="auto">
            {help.description}
          </span>
        </span>
      </button>
    </li>
  )
}

function Waiting() {
  const { t } = useTexts()
  return (
    <div className={styles.pane} role="status" aria-label={t('common.loading')}>
      <div className={styles.grid}>
        {[0, 1, 2].map(place => (
          <div key={place} className={styles.card} aria-hidden="true">
            <span className={styles.thumb} />
            <span className={styles.words}>
              <SkeletonBox width="60%" height={14} />
              <SkeletonBox width="90%" height={12} />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

/** /helps: videos that show how to use the system, played in the window. */
export function HelpsScreen() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const manages = useUser()?.super === true
  const { rows, count, text, search, status, error, hasMore, more } = helpsList.use()
  const [playing, setPlaying] = useState<Help | null>(null)
  const pane = useRef<HTMLDivElement>(null)
  useEffect(() => helpsList.open(), [])

  const manage = (): void => void navigate('/settings/helps')
  const readOn = (): void => {
    const box = pane.current
    if (box && box.scrollHeight - box.scrollTop - box.clientHeight <= INFINITE_SCROLL_PX) helpsList.more()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that is here may leave the pane unfilled
  useEffect(() => {
    if (hasMore && more === 'idle') afterPaint(readOn)
  }, [hasMore, more, rows.length])

  const content = () => {
    if (status === 'failed')
      return <LoadError title={t('helps.failed')} error={error} onRetry={helpsList.retry} />
    if (rows.length === 0 && status !== 'ready') return <Waiting />
    if (rows.length === 0)
      return search === '' ? (
        <EmptyState
          icon={CircleHelp}
          title={t('helps.none')}
          text={t('helps.noneText')}
          action={manages ? <Button onClick={manage}>{t('helps.manage')}</Button> : null}
        />
      ) : (
        <EmptyState
          drawing={NothingFound}
          title={t('helps.noMatch')}
          text={t('helps.noMatchText')}
          action={<Button onClick={() => helpsList.type('')}>{t('common.clear')}</Button>}
        />
      )
    return (
      <div ref={pane} className={styles.pane} onScroll={readOn}>
        <ul className={styles.grid} aria-label={t('helps.title')}>
          {rows.map(help => (
            <Card key={help.id} help={help} onPlay={setPlaying} />
          ))}
        </ul>
        {more === 'loading' ? <SkeletonRows count={2} height={64} label={t('common.loading')} /> : null}
        {more === 'failed' ? (
          <LoadError compact title={t('helps.moreFailed')} error={error} onRetry={helpsList.retry} />
        ) : null}
      </div>
    )
  }
  return (
    <ListScreen
      label={t('helps.title')}
      search={
        <SearchField
          value={text}
          label={t('helps.search')}
          clearLabel={t('common.clear')}
          onChange={helpsList.type}
          onSubmit={helpsList.submit}
        />
      }
      count={status === 'ready' ? t('helps.count', { count }) : ''}
      tools={manages ? <ToolbarButton icon={Settings2} label={t('helps.manage')} onClick={manage} /> : null}
    >
      {content()}
      {playing ? <PlayerDialog help={playing} onClose={() => setPlaying(null)} /> : null}
    </ListScreen>
  )
}

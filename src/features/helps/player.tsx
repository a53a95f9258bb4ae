import { type Help, LOCAL_VIDEOS_PATH, playerAddress, VIDEO_CODE, videoCode } from '@contract'
import { Modal } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { useTexts } from '@/i18n'
import { EmptyState, ErrorState } from '@/ui'
import styles from './helps.module.css'

/** The code of a video; null when what is kept is none (older servers keep anything). */
export const codeOf = ({ video }: Pick<Help, 'video'>): string | null => {
  const code = videoCode(video.trim())
  return VIDEO_CODE.test(code) ? code : null
}

/**
 * Whether the player's host answers, as main says: a frame that fails to load tells nobody.
 * @returns null while it is asked.
 */
function useReachable(code: string | null): [boolean | null, () => void] {
  const [reachable, setReachable] = useState<boolean | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (code === null) return
    const leaving = new AbortController()
    setReachable(null)
    fetch(`${LOCAL_VIDEOS_PATH}/${code}`, { signal: leaving.signal, cache: 'no-store' }).then(
      answer => {
        if (!leaving.signal.aborted) setReachable(answer.ok)
      },
      () => {
        if (!leaving.signal.aborted) setReachable(false)
      },
    )
    return () => leaving.abort()
  }, [code, attempt])
  const again = useCallback(() => setAttempt(count => count + 1), [])
  // The line came back: no press is needed.
  useEffect(() => {
    if (reachable !== false) return
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [again, reachable])
  return [reachable, again]
}

function Screen({ help }: { help: Help }) {
  const { t } = useTexts()
  const code = codeOf(help)
  const [reachable, again] = useReachable(code)
  if (code === null) return <EmptyState title={t('helps.unknown')} text={t('helps.unknownText')} />
  if (reachable === false)
    return (
      <ErrorState
        title={t('helps.offline')}
        text={t('helps.offlineText')}
        retryLabel={t('common.retry')}
        onRetry={again}
      />
    )
  if (reachable === null)
    return (
      <p className={styles.asking} role="status">
        {t('helps.asking')}
      </p>
    )
  return (
    <iframe
      className={styles.frame}
      title={t('helps.player', { title: help.title })}
      src={playerAddress(code)}
      // Its own scripts and storage, and nothing of the window: no pop-ups, no way to lead it elsewhere.
      sandbox="allow-scripts allow-same-origin allow-presentation"
      allow="autoplay; fullscreen"
      allowFullScreen
    />
  )
}

/** The player over the list; Escape closes it, and with it the sound. */
export function PlayerDialog({ help, onClose }: { help: Help; onClose: () => void }) {
  return (
    <Modal
      open
      centered
      destroyOnHidden
      width={880}
      footer={null}
      title={help.title}
      onCancel={onClose}
      classNames={{ body: styles.body ?? '' }}
    >
      <div className={styles.screenOfPlayer}>
        <Screen help={help} />
      </div>
      {help.description ? (
        <p className={styles.about} dir="auto">
          {help.description}
        </p>
      ) : null}
    </Modal>
  )
}

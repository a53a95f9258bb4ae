import { canAskPhone, PHONE_DATA, type PhoneSync } from '@contract'
import { Alert, Button, Progress } from 'antd'
import { ContactRound, History } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, call } from '@/api'
import { LoadError } from '@/features/load-error'
import { errorText, type TFunction, useTexts } from '@/i18n'
import { useClock } from '@/stores/clock'
import { toasts } from '@/stores/toasts'
import { looks, SkeletonRows } from '@/ui'
import styles from './cloud.module.css'

/** How often it is looked what came while something is awaited, in milliseconds. */
const LOOK_MS = 5_000
/** Meta's number where whoever has the phone does not share what was said. */
const NOT_SHARED = 2593109

const ICONS = { contacts: ContactRound, history: History }

function refusalText(t: TFunction, { code }: PhoneSync): string {
  if (code === null) return t('connections.phoneData.noAnswer')
  return code === NOT_SHARED
    ? t('connections.phoneData.notShared')
    : t('connections.phoneData.refused', { code })
}

/** What was asked for of one kind, or the button that asks for it. */
function Kind({
  kind,
  sync,
  busy,
  onAsk,
}: {
  kind: PhoneSync['kind']
  sync: PhoneSync | undefined
  busy: boolean
  onAsk: () => void
}) {
  const { t, format } = useTexts()
  const Icon = ICONS[kind]
  const canAsk = useClock(now => canAskPhone(sync, now))
  const taken = t(`connections.phoneData.taken.${kind}`, { count: sync?.taken ?? 0 })
  return (
    <div className={styles.phoneKind}>
      {sync && canAsk ? <Alert showIcon type="warning" title={refusalText(t, sync)} /> : null}
      {!sync || canAsk ? (
        <>
          <Button
            icon={<Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
            loading={busy}
            onClick={onAsk}
          >
            {t(`connections.phoneData.ask.${kind}`)}
          </Button>
          <p className={styles.how}>{t(`connections.phoneData.about.${kind}`)}</p>
        </>
      ) : (
        <>
          <strong>{t(`connections.phoneData.kind.${kind}`)}</strong>
          <p className={styles.how} role="status">
            {sync.state === 'asked'
              ? t('connections.phoneData.asked', { at: format.exact(sync.askedAt) })
              : `${taken} ${kind === 'contacts' ? t('connections.phoneData.followed') : ''}`.trim()}
          </p>
          {kind === 'history' && sync.state !== 'asked' ? (
            <Progress percent={sync.progress} aria-label={t('connections.phoneData.progress')} />
          ) : null}
        </>
      )}
    </div>
  )
}

/** Contacts and earlier conversations of the Business app on the phone of a number: asked for here, with what came of them. */
export function PhoneData({ id }: { id: number }) {
  const { t } = useTexts()
  const [syncs, setSyncs] = useState<readonly PhoneSync[] | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [asking, setAsking] = useState<PhoneSync['kind'] | null>(null)
  const read = useCallback(
    (signal?: AbortSignal) =>
      call('whatsapps.phoneData', { params: { id }, ...(signal ? { signal } : {}) })
        .then(({ syncs: found }) => {
          setSyncs(found)
          setFailure(null)
        })
        .catch(error => {
          if (!signal?.aborted) setFailure(error)
        }),
    [id],
  )
  useEffect(() => {
    const reading = new AbortController()
    void read(reading.signal)
    return () => reading.abort()
  }, [read])
  const isAwaited = syncs?.some(({ state }) => state === 'asked' || state === 'receiving') ?? false
  useEffect(() => {
    if (!isAwaited) return
    const timer = setInterval(() => void read(), LOOK_MS)
    return () => clearInterval(timer)
  }, [isAwaited, read])

  const ask = async (kind: PhoneSync['kind']): Promise<void> => {
    setAsking(kind)
    try {
      setSyncs((await call('whatsapps.askPhone', { params: { id }, body: { kind } })).syncs)
    } catch (error) {
      toasts.error(errorText(t, error))
    } finally {
      setAsking(null)
    }
  }
  // An older server.
  if (!syncs && failure instanceof ApiError && failure.status === 404) return null
  return (
    <section className={styles.phone} aria-label={t('connections.phoneData.title')}>
      <h3 className={looks.heading}>{t('connections.phoneData.title')}</h3>
      <p className={styles.how}>{t('connections.phoneData.how')}</p>
      {syncs ? (
        PHONE_DATA.map(kind => (
          <Kind
            key={kind}
            kind={kind}
            sync={syncs.find(one => one.kind === kind)}
            busy={asking === kind}
            onAsk={() => void ask(kind)}
          />
        ))
      ) : failure ? (
        <LoadError error={failure} onRetry={() => void read()} />
      ) : (
        <SkeletonRows count={2} height={28} label={t('common.loading')} />
      )}
    </section>
  )
}

import { type CloudPhone, type CloudProfile, MESSAGING_TIERS } from '@contract'
import { Alert, Button } from 'antd'
import { RefreshCw, Store } from 'lucide-react'
import { type TFunction, useTexts } from '@/i18n'
import { IconButton, looks, Pill, type PillTone, SkeletonRows } from '@/ui'
import styles from './cloud.module.css'
import { Facts } from './facts'
import { Subscribed } from './subscribed'

/** Meta's words that are told in ours; what is new stands as Meta says it. */
const QUALITY: Readonly<Record<string, PillTone>> = { GREEN: 'success', YELLOW: 'warning', RED: 'error' }
const STATUSES = [
  'CONNECTED',
  'PENDING',
  'FLAGGED',
  'RESTRICTED',
  'RATE_LIMITED',
  'BANNED',
  'OFFLINE',
  'DISCONNECTED',
  'UNVERIFIED',
] as const
const NAME_STATUSES = [
  'APPROVED',
  'AVAILABLE_WITHOUT_REVIEW',
  'PENDING_REVIEW',
  'DECLINED',
  'EXPIRED',
  'NONE',
] as const

/** Meta's word for how customers take a number, in ours. @param quality '' for none. */
export function qualityName(t: TFunction, quality: string): string {
  const rated = quality in QUALITY ? (quality as 'GREEN' | 'YELLOW' | 'RED') : 'UNKNOWN'
  return t(`connections.phone.qualityIs.${rated}`)
}

/** The same for how a number stands with Meta; a word that is new stays Meta's. */
export function statusName(t: TFunction, status: string): string {
  const known = STATUSES.find(one => one === status)
  return known ? t(`connections.phone.statusIs.${known}`) : status || '–'
}

function Standing({ phone }: { phone: CloudPhone }) {
  const { t, format } = useTexts()
  const { quality, status, nameStatus, limit, throughput } = phone
  const rated = quality in QUALITY ? (quality as 'GREEN' | 'YELLOW' | 'RED') : null
  const known = STATUSES.find(one => one === status)
  const named = NAME_STATUSES.find(one => one === nameStatus)
  const most = MESSAGING_TIERS[limit]
  const ofName = named ? t(`connections.phone.nameStatus.${named}`) : nameStatus
  return (
    <Facts
      facts={[
        { label: t('connections.phone.name'), value: phone.name || '–', why: ofName ? [ofName] : [] },
        {
          label: t('connections.phone.quality'),
          value: (
            <Pill tone={rated ? (QUALITY[rated] ?? 'neutral') : 'neutral'}>{qualityName(t, quality)}</Pill>
          ),
          why: rated ? [t(`connections.phone.qualityWhy.${rated}`)] : [],
        },
        {
          label: t('connections.phone.status'),
          value: (
            <Pill
              tone={
                known === 'CONNECTED'
                  ? 'success'
                  : known === 'BANNED' || known === 'RESTRICTED'
                    ? 'error'
                    : 'warning'
              }
            >
              {statusName(t, status)}
            </Pill>
          ),
        },
        {
          label: t('connections.phone.limit'),
          value:
            limit === 'TIER_UNLIMITED'
              ? t('connections.phone.unlimited')
              : most === undefined
                ? limit || '–'
                : t('connections.phone.perDay', { count: most, n: format.number(most) }),
          why: [t('connections.phone.limitWhy')],
        },
        ...(throughput === 'HIGH'
          ? [{ label: t('connections.phone.throughput'), value: t('connections.phone.high') }]
          : []),
      ]}
    />
  )
}

interface PhoneStatusProps {
  /** null while it is asked for the first time. */
  known: CloudProfile | null
  busy: boolean
  onRefresh: () => void
  onEdit: () => void
}

/** How a number stands with Meta, in words, with a way to ask again and one to the company's profile. */
export function PhoneStatus({ known, busy, onRefresh, onEdit }: PhoneStatusProps) {
  const { t } = useTexts()
  return (
    <section className={styles.phone} aria-label={t('connections.phone.title')} aria-busy={busy}>
      <div className={looks.spread}>
        <h3 className={looks.heading}>{t('connections.phone.title')}</h3>
        <IconButton
          icon={RefreshCw}
          size="small"
          label={t('connections.phone.refresh')}
          disabled={busy}
          onClick={onRefresh}
        />
      </div>
      {known ? null : <SkeletonRows count={3} height={28} label={t('common.loading')} />}
      {known?.phone ? <Standing phone={known.phone} /> : null}
      {known?.phone ? <Subscribed known={known} /> : null}
      {known && known.reason !== '' ? (
        <Alert
          showIcon
          type="warning"
          title={t('connections.phone.unknown')}
          description={t(`connections.reason.${known.reason}`)}
        />
      ) : null}
      {known?.profile ? (
        <Button
          className={styles.edit ?? ''}
          icon={<Store size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={onEdit}
        >
          {t('connections.profile.edit')}
        </Button>
      ) : null}
    </section>
  )
}

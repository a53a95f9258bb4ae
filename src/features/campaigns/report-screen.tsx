import {
  type CampaignRecipient,
  campaignPause,
  displayName,
  estimateOf,
  isCancellable,
  isRetryable,
  RECIPIENT_STATES,
  type RecipientState,
  STOP_REASONS,
} from '@contract'
import { Alert, Button } from 'antd'
import { ArrowLeft, CircleStop, Download, RotateCcw, UsersRound } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { ApiError, call } from '@/api'
import { column, newChatsText, PagedScreen, useAttempt, useClockNote } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import {
  campaignSettingsDirectory,
  followReport,
  readReport,
  recipientsList,
  useReport,
} from '@/stores/campaigns'
import { dayHere, serverNow, useNow } from '@/stores/clock'
import { dayAndTime, useCompanyZone } from '@/stores/company-clock'
import { saveBlob } from '@/stores/downloads'
import { useOffered } from '@/stores/servers'
import { contentToasts } from '@/stores/toasts'
import { useWhatsapps } from '@/stores/whatsapps'
import {
  type Column,
  EmptyState,
  IconButton,
  looks,
  NothingFound,
  Select,
  SkeletonRows,
  ToolbarButton,
} from '@/ui'
import { OverTime } from './over-time'
import { doneOf, PARTS, ProgressBar } from './progress-bar'
import styles from './report.module.css'
import { RecipientPill, StatusPill } from './status'
import { useTempo } from './tempo'
import { useCampaignActions } from './use-campaign-actions'

/** Why a running campaign writes to nobody now, and when it goes on: its number may begin with nobody until then. */
function Waiting({ whatsappId }: { whatsappId: number | null }) {
  const { t } = useTexts()
  const zone = useCompanyZone()
  const now = useNow()
  const state = useWhatsapps().find(({ id }) => id === whatsappId)?.newChats ?? null
  if (campaignPause(now, state) === null) return null
  return (
    <Alert
      showIcon
      type="warning"
      title={t('campaigns.figures.held')}
      description={newChatsText(t, state, zone, now)}
    />
  )
}

/** Figures on top: how far, how fast, when it ends; then one chart. */
function Figures() {
  const { t, format } = useTexts()
  const zone = useCompanyZone()
  const clockNote = useClockNote()
  const navigate = useNavigate()
  const attempt = useAttempt()
  const tools = useOffered('campaignTools')
  const tempo = useTempo()
  const actions = useCampaignActions()
  const { campaign, timeline, perMinute } = useReport()
  if (!campaign) return null
  const { figures } = campaign
  const running = campaign.status === 'EM_ANDAMENTO'
  const stopped = STOP_REASONS.find(reason => reason === campaign.stopReason)
  const left = figures ? figures.waiting : 0
  const next = campaign.nextAt ? Date.parse(campaign.nextAt) : serverNow()
  const estimate = running && left > 0 ? estimateOf(tempo, next, left) : null
  const facts = [
    campaign.user ? t('campaigns.by', { name: campaign.user.name }) : null,
    campaign.startedAt
      ? t('campaigns.figures.started', { time: dayAndTime(campaign.startedAt, zone) })
      : null,
    running && perMinute !== null
      ? `${t('campaigns.figures.speed')}: ${t('campaigns.figures.perMinute', { count: perMinute })}`
      : null,
    running && left > 0 && campaign.nextAt
      ? t('campaigns.figures.next', { time: dayAndTime(campaign.nextAt, zone).slice(-5) })
      : null,
    estimate
      ? t('campaigns.figures.ends', { time: dayAndTime(new Date(estimate.endsAt).toISOString(), zone) })
      : null,
    campaign.completedAt
      ? t('campaigns.figures.ended', { time: dayAndTime(campaign.completedAt, zone) })
      : null,
    clockNote,
  ].filter(fact => fact !== null)
  const exportCsv = () =>
    attempt(async () => {
      const answer: unknown = await call('campaigns.export', { params: { id: campaign.id } })
      const blob = answer instanceof Blob ? answer : new Blob([String(answer)], { type: 'text/csv' })
      saveBlob(blob, `${t('campaigns.figures.file')}-${campaign.id}-${dayHere()}.csv`)
    }, t('campaigns.figures.exported'))

  const retry = () =>
    attempt(async () => {
      const { count } = await call('campaigns.retry', { params: { id: campaign.id } })
      contentToasts.info(t('campaigns.figures.retried', { count }))
    })

  return (
    <div className={styles.figures}>
      <header className={looks.wrapLine8}>
        <IconButton
          icon={ArrowLeft}
          label={t('campaigns.figures.back')}
          onClick={() => void navigate('/campaigns')}
        />
        <h2 className={styles.title} dir="auto">
          {campaign.name}
        </h2>
        <StatusPill status={campaign.status} stopReason={campaign.stopReason} />
        {campaign.status === 'CANCELADA' && stopped ? (
          <span className={styles.stopped}>{t(`campaigns.stopped.${stopped}`)}</span>
        ) : null}
        <span className={styles.space} />
        {tools && isRetryable(campaign.status) && figures && figures.failed > 0 ? (
          <ToolbarButton icon={RotateCcw} label={t('campaigns.figures.retry')} onClick={() => void retry()} />
        ) : null}
        {isCancellable(campaign.status) ? (
          <ToolbarButton
            icon={CircleStop}
            label={t('campaigns.cancelDo')}
            onClick={() => void actions.cancel(campaign)}
          />
        ) : null}
        {tools ? (
          <ToolbarButton
            icon={Download}
            label={t('campaigns.figures.export')}
            onClick={() => void exportCsv()}
          />
        ) : null}
      </header>
      {figures && figures.total > 0 ? (
        <>
          <ProgressBar figures={figures} />
          <dl className={styles.strip}>
            {PARTS.filter(part => figures[part] > 0).map(part => (
              <div key={part} className={styles.cell}>
                <dt>{t(`campaigns.state.${part}`)}</dt>
                <dd>
                  {format.number(figures[part])}
                  <span className={styles.share}>{format.percent(figures[part] / figures.total)}</span>
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      {running ? <Waiting whatsappId={campaign.whatsappId} /> : null}
      {facts.length > 0 ? <p className={styles.facts}>{facts.join(' · ')}</p> : null}
      {figures && doneOf(figures) > 0 && timeline && timeline.stretches.length > 0 ? (
        <div className={styles.chart}>
          <OverTime timeline={timeline} zone={zone} />
        </div>
      ) : null}
      {tools ? null : <p className={styles.facts}>{t('campaigns.figures.chartMissing')}</p>}
    </div>
  )
}

/** Whom it writes to, with what became of each and why. */
function Recipients({ campaignId }: { campaignId: number }) {
  const { t } = useTexts()
  const scope = useMemo(() => ({ campaignId, state: null }), [campaignId])
  const { state } = recipientsList.use(list => list.filters)
  const asks = useReport(report => report.campaign?.confirmation ?? false)
  const timed = (
    key: 'asked' | 'confirmed' | 'sent' | 'delivered',
    at: (row: CampaignRecipient) => string | null,
  ): Column<CampaignRecipient> =>
    column.moment(key, t(`campaigns.recipient.${key}`), '136px', at, { none: '–' })
  const columns: Column<CampaignRecipient>[] = [
    column.name('name', t('campaigns.recipient.name'), 2, displayName),
    column.phone('number', t('campaigns.recipient.number'), '168px', ({ number }) => number),
    column.cell(
      'state',
      t('campaigns.recipient.state'),
      2.5,
      row => <RecipientPill state={row.state} reason={row.reason} />,
      { foldable: false },
    ),
    column.text('message', t('campaigns.recipient.message'), 3, ({ message }) => message, {
      foldable: 'phone',
    }),
    // Who asks first wants to know who said yes; when it left then says little. Room is for three times.
    ...(asks
      ? [timed('asked', row => row.confirmationRequestedAt), timed('confirmed', row => row.confirmedAt)]
      : [timed('sent', row => row.sentAt)]),
    timed('delivered', row => row.deliveredAt),
  ]
  return (
    <PagedScreen
      nested
      list={recipientsList}
      scope={scope}
      texts="campaigns.recipient"
      columns={columns}
      rowName={displayName}
      filters={
        <Select<RecipientState | 'all'>
          aria-label={t('campaigns.recipient.state')}
          className={styles.filter}
          value={state ?? 'all'}
          onChange={value => recipientsList.filter({ state: value === 'all' ? null : value })}
          options={[
            { value: 'all', label: t('campaigns.recipient.all') },
            ...RECIPIENT_STATES.map(value => ({ value, label: t(`campaigns.state.${value}`) })),
          ]}
        />
      }
      empty={{ icon: UsersRound }}
    />
  )
}

/** /campaign/:campaignId/report: how a campaign goes, live. */
export function ReportScreen() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { campaignId = '' } = useParams()
  const id = Number(campaignId)
  const tools = useOffered('campaignTools')
  const { campaign, status, error } = useReport()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when somebody says so
  useEffect(() => {
    void campaignSettingsDirectory.ensure()
    return Number.isSafeInteger(id) && id > 0 ? followReport(id, tools) : undefined
  }, [id, tools, attempt])

  const unknown = error instanceof ApiError && error.status === 404
  const missing =
    status === 'gone' || (status === 'failed' && unknown) || !Number.isSafeInteger(id) || id <= 0
  return (
    <main className={styles.screen} aria-label={campaign?.name ?? t('campaigns.title')} data-pane="content">
      {missing ? (
        <EmptyState
          drawing={NothingFound}
          title={t('campaigns.figures.gone')}
          text={t('campaigns.figures.goneText')}
          action={<Button onClick={() => void navigate('/campaigns')}>{t('campaigns.figures.back')}</Button>}
        />
      ) : status === 'failed' ? (
        <LoadError error={error} onRetry={() => setAttempt(attempt + 1)} />
      ) : campaign ? (
        <>
          {error === null ? null : (
            <p className={styles.stale} role="alert">
              <span>{t('campaigns.figures.stale')}</span>
              <Button size="small" onClick={() => void readReport()}>
                {t('common.retry')}
              </Button>
            </p>
          )}
          <Figures />
          <Recipients campaignId={id} />
        </>
      ) : (
        <SkeletonRows count={8} height={44} label={t('common.loading')} />
      )}
    </main>
  )
}

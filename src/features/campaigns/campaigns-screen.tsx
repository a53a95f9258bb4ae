import { type Campaign, isCancellable, isEditable, isRemovable, isRestartable } from '@contract'
import { ChartColumn, CircleStop, Eye, Pencil, RotateCcw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '@/api'
import { ClockNote, PagedScreen, useRemove } from '@/features/kit'
import { useTexts } from '@/i18n'
import { campaignsList } from '@/stores/campaigns'
import { dayAndTime, useCompanyZone } from '@/stores/company-clock'
import { contentToasts } from '@/stores/toasts'
import type { Column, RowAction } from '@/ui'
import { CampaignEditor } from './campaign-editor'
import styles from './campaigns.module.css'
import { ProgressBar } from './progress-bar'
import { StatusPill } from './status'
import { useCampaignActions } from './use-campaign-actions'

/** /campaigns: bulk sends, with what their status lets one do. */
export function CampaignsScreen() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const zone = useCompanyZone()
  const [editing, setEditing] = useState<Campaign | 'new' | null>(null)
  const remove = useRemove(contentToasts)
  const actions = useCampaignActions()

  const columns: Column<Campaign>[] = [
    {
      key: 'name',
      title: t('campaigns.name'),
      width: 'minmax(min(172px, 30%), 2.6fr)',
      render: ({ name, user }) => (
        <span className={styles.named}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          {user ? <span className={styles.quiet}>{t('campaigns.by', { name: user.name })}</span> : null}
        </span>
      ),
    },
    {
      key: 'status',
      title: t('campaigns.status.label'),
      width: '116px',
      render: ({ status, stopReason }) => <StatusPill status={status} stopReason={stopReason} />,
    },
    {
      key: 'list',
      title: t('campaigns.list'),
      width: 'minmax(0, 2.5fr)',
      foldable: true,
      render: ({ contactList }) => contactList?.name ?? t('campaigns.noList'),
    },
    {
      key: 'connection',
      title: t('campaigns.connection'),
      width: 'minmax(100px, 1.5fr)',
      foldable: true,
      render: ({ whatsapp }) => whatsapp?.name ?? '–',
    },
    {
      key: 'when',
      title: t('campaigns.when'),
      width: '144px',
      foldable: true,
      render: ({ scheduledAt }) =>
        scheduledAt ? (
          <time dateTime={scheduledAt}>{dayAndTime(scheduledAt, zone)}</time>
        ) : (
          <span className={styles.quiet}>{t('campaigns.noTime')}</span>
        ),
    },
    {
      key: 'progress',
      title: t('campaigns.progress'),
      width: 'minmax(96px, 1fr)',
      foldable: true,
      render: ({ figures }) =>
        figures && figures.total > 0 ? <ProgressBar figures={figures} small /> : <span>–</span>,
    },
  ]
  const report = ({ id }: Campaign): void => void navigate(`/campaign/${id}/report`)
  const removeAll = (rows: readonly Campaign[], okLabel: string, done?: () => void) =>
    remove({
      okLabel,
      text: t('campaigns.removeText'),
      remove: async () => {
        for (const { id } of rows) {
          await call('campaigns.remove', { params: { id } })
          campaignsList.drop(id)
        }
      },
      ...(done ? { onDone: done } : {}),
    })
  const rowActions = (row: Campaign): RowAction[] => {
    const { name } = row
    const editable = isEditable(row, Date.now())
    return [
      { key: 'report', icon: ChartColumn, label: t('campaigns.report', { name }), run: () => report(row) },
      {
        key: 'edit',
        icon: editable ? Pencil : Eye,
        label: t(editable ? 'campaigns.edit' : 'campaigns.look', { name }),
        run: () => setEditing(row),
      },
      ...(isCancellable(row.status)
        ? [
            {
              key: 'cancel',
              icon: CircleStop,
              label: t('campaigns.cancel', { name }),
              run: () => void actions.cancel(row),
            },
          ]
        : []),
      ...(isRestartable(row.status)
        ? [
            {
              key: 'restart',
              icon: RotateCcw,
              label: t('campaigns.restart', { name }),
              run: () => void actions.restart(row),
            },
          ]
        : []),
      {
        key: 'remove',
        icon: Trash2,
        danger: true,
        disabled: !isRemovable(row.status),
        label: isRemovable(row.status) ? t('campaigns.remove', { name }) : t('campaigns.running'),
        run: () => void removeAll([row], t('campaigns.remove', { name })),
      },
    ]
  }

  return (
    <PagedScreen
      list={campaignsList}
      title={t('campaigns.title')}
      countText={count => t('campaigns.count', { count })}
      searchLabel={t('campaigns.search')}
      columns={columns}
      notice={<ClockNote />}
      rowName={({ name }) => name}
      onOpen={row => (isEditable(row, Date.now()) ? setEditing(row) : report(row))}
      rowActions={rowActions}
      bulk={(rows, done) => {
        const label = t('campaigns.removeMany', { count: rows.length })
        return [
          {
            key: 'remove',
            icon: Trash2,
            danger: true,
            label,
            disabled: !rows.every(({ status }) => isRemovable(status)),
            run: () => void removeAll(rows, label, done),
          },
        ]
      }}
      add={{ label: t('campaigns.add'), run: () => setEditing('new') }}
      empty={{ icon: Send, title: t('campaigns.empty'), text: t('campaigns.emptyText') }}
    >
      {editing ? (
        <CampaignEditor campaign={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </PagedScreen>
  )
}

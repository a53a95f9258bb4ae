import { type Campaign, isCancellable, isEditable, isRemovable, isRestartable } from '@contract'
import { ChartColumn, CircleStop, Eye, Pencil, RotateCcw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '@/api'
import { ClockNote, column, PagedScreen, useRemove } from '@/features/kit'
import { useTexts } from '@/i18n'
import { campaignsList } from '@/stores/campaigns'
import { serverNow } from '@/stores/clock'
import type { Column, RowAction } from '@/ui'
import { CampaignEditor } from './campaign-editor'
import { ProgressBar } from './progress-bar'
import { StatusPill } from './status'
import { useCampaignActions } from './use-campaign-actions'

/** /campaigns: bulk sends, with what their status lets one do. */
export function CampaignsScreen() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [editing, setEditing] = useState<Campaign | 'new' | null>(null)
  const remove = useRemove()
  const actions = useCampaignActions()

  const columns: Column<Campaign>[] = [
    column.name('name', t('campaigns.name'), 'minmax(min(172px, 30%), 2.6fr)', ({ name }) => name, {
      second: ({ user }) => user && t('campaigns.by', { name: user.name }),
    }),
    column.cell(
      'status',
      t('campaigns.status.label'),
      '116px',
      ({ status, stopReason }) => <StatusPill status={status} stopReason={stopReason} />,
      { foldable: false },
    ),
    column.text('list', t('campaigns.list'), 2, row => row.contactList?.name ?? t('campaigns.noList')),
    column.text(
      'connection',
      t('campaigns.connection'),
      'minmax(100px, 2fr)',
      ({ whatsapp }) => whatsapp?.name,
      {
        none: '–',
      },
    ),
    column.moment('when', t('campaigns.when'), '144px', ({ scheduledAt }) => scheduledAt, {
      none: t('campaigns.noTime'),
      foldable: 'phone',
    }),
    column.cell('progress', t('campaigns.progress'), 'minmax(96px, 1fr)', ({ figures }) =>
      figures && figures.total > 0 ? <ProgressBar figures={figures} small /> : '–',
    ),
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
    const editable = isEditable(row, serverNow())
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
      texts="campaigns"
      columns={columns}
      notice={<ClockNote />}
      rowName={({ name }) => name}
      onOpen={row => (isEditable(row, serverNow()) ? setEditing(row) : report(row))}
      rowActions={rowActions}
      bulk={(rows, done) => {
        const label = t('kit.list.remove', { name: t('campaigns.count', { count: rows.length }) })
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
      add={() => setEditing('new')}
      empty={{ icon: Send }}
    >
      {editing ? (
        <CampaignEditor campaign={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </PagedScreen>
  )
}

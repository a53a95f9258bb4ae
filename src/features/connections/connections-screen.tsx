import { fold, type Whatsapp } from '@contract'
import { Button, Space } from 'antd'
import { Coins, Pencil, Plus, QrCode, RotateCw, Trash2, Wrench } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { call } from '@/api'
import { useTableLayout } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { errorText, useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { useHolds } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { whatsappsDirectory } from '@/stores/whatsapps'
import {
  Connection,
  DataTable,
  EmptyState,
  ListScreen,
  NothingFound,
  SearchField,
  ToolbarButton,
  useConfirm,
} from '@/ui'
import { CloudDialog } from './cloud-dialog'
import { useColumns } from './columns'
import { ConnectionEditor } from './connection-editor'
import { ConnectionNotices } from './connection-notices'
import { CostDialog } from './cost-dialog'
import { QrDialog } from './qr-dialog'
import { furtherActions, inOrder, isSetUp } from './status'
import { useCloudUse } from './use-cloud-use'
import { usePairOffer } from './use-pair-offer'
import { useRemoveConnection } from './use-remove-connection'
import { useSessionActions } from './use-session-actions'

const matches = ({ name, number }: Whatsapp, term: string): boolean =>
  fold(`${name} ${number ?? ''}`).includes(fold(term.trim()))

interface EmptyProps {
  /** What was searched for; "" for nothing. */
  term: string
  /** null: this person may not. */
  onAdd: (() => void) | null
  offer: { label: string; open: () => void } | null
  onClear: () => void
}

function Empty({ term, onAdd, offer, onClear }: EmptyProps) {
  const { t } = useTexts()
  if (term !== '')
    return (
      <EmptyState
        drawing={NothingFound}
        title={t('kit.list.nothing', { term })}
        text={t('kit.list.nothingText')}
        action={<Button onClick={onClear}>{t('common.clear')}</Button>}
      />
    )
  return (
    <EmptyState
      drawing={Connection}
      title={t('connections.empty')}
      text={t('connections.emptyText')}
      action={
        onAdd ? (
          <Space wrap>
            <Button type="primary" onClick={onAdd}>
              {t('connections.add')}
            </Button>
            {offer ? <Button onClick={offer.open}>{offer.label}</Button> : null}
          </Space>
        ) : null
      }
    />
  )
}

/** /connections: the numbers of the company, live; broken ones first. */
export function ConnectionsScreen() {
  const { t } = useTexts()
  const { items, status, error } = whatsappsDirectory.use()
  const [search, setSearch] = useState('')
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  const [pairing, setPairing] = useState<number | null>(null)
  const [settingUp, setSettingUp] = useState<number | null>(null)
  const closeSetUp = useCallback(() => setSettingUp(null), [])
  const closeEditor = useCallback(() => setEditing(null), [])
  const closeCode = useCallback(() => setPairing(null), [])
  const mayAdd = useHolds('connections-page:addConnection')
  const mayAct = useHolds('connections-page:actionButtons')
  const restarts = useOffered('connectionRestart')
  const mayEdit = useHolds('connections-page:editOrDeleteConnection')
  const actions = useSessionActions(setPairing, setSettingUp)
  const remove = useRemoveConnection()
  const use = useCloudUse()
  const costsOffered = useOffered('messageCosts')
  const [costing, setCosting] = useState(false)
  const columns = useColumns(mayAct ? actions : null, use)
  const layout = useTableLayout('connections')
  const { offer, dialog } = usePairOffer(setPairing)
  useEffect(() => void whatsappsDirectory.ensure(), [])

  const rows = useMemo(() => inOrder(items.filter(row => matches(row, search))), [items, search])
  const ready = status === 'ready'
  const confirm = useConfirm()
  const restart = async (): Promise<void> => {
    const live = items.filter(row => row.status === 'CONNECTED').length
    const sure =
      live === 0 ||
      (await confirm({
        title: t('connections.restartTitle'),
        text: t('connections.restartText', { count: live }),
        okLabel: t('connections.restart'),
        cancelLabel: t('common.cancel'),
        danger: true,
      }))
    if (!sure) return
    toasts.warning(t('connections.restarting'))
    try {
      await call('whatsapps.restart')
    } catch (failure) {
      toasts.error(errorText(t, failure))
    }
  }
  const up = items.filter(row => row.status === 'CONNECTED').length
  const counted = `${t('connections.count', { count: items.length })} · ${t('connections.connected', { count: up })}`
  return (
    <ListScreen
      label={t('connections.title')}
      search={
        <SearchField
          value={search}
          onChange={setSearch}
          label={t('connections.search')}
          clearLabel={t('common.clear')}
        />
      }
      notice={<ConnectionNotices use={use} />}
      count={ready && items.length > 0 ? counted : ''}
      tools={
        <>
          {offer && items.length > 0 ? (
            <ToolbarButton icon={QrCode} label={offer.label} fold onClick={offer.open} />
          ) : null}
          {use && costsOffered ? (
            <ToolbarButton
              icon={Coins}
              label={t('connections.cost.open')}
              fold
              onClick={() => setCosting(true)}
            />
          ) : null}
          {mayAct && restarts && items.length > 0 ? (
            <ToolbarButton
              icon={RotateCw}
              label={t('connections.restart')}
              fold
              onClick={() => void restart()}
            />
          ) : null}
        </>
      }
      action={
        mayAdd ? (
          <ToolbarButton
            icon={Plus}
            tone="primary"
            label={t('connections.add')}
            fold
            onClick={() => setEditing('new')}
          />
        ) : null
      }
    >
      <DataTable<Whatsapp>
        label={t('connections.title')}
        columns={columns}
        rows={rows}
        rowKey={row => row.id}
        loading={status === 'loading' || status === 'idle'}
        loadingLabel={t('common.loading')}
        empty={
          <Empty
            term={search.trim()}
            onAdd={mayAdd ? () => setEditing('new') : null}
            offer={offer}
            onClear={() => setSearch('')}
          />
        }
        error={
          status === 'failed' ? (
            <LoadError
              title={t('kit.list.failed')}
              error={error}
              onRetry={() => void whatsappsDirectory.reload()}
            />
          ) : undefined
        }
        {...(mayEdit ? { onOpen: row => setEditing(row.id) } : {})}
        actionsLabel={t('common.actions')}
        layout={layout}
        rowActions={row => [
          ...(mayEdit
            ? [
                {
                  key: 'edit',
                  icon: Pencil,
                  label: t('connections.edit', { name: row.name }),
                  run: () => setEditing(row.id),
                },
              ]
            : []),
          ...(mayAct
            ? furtherActions(row).map(action => ({
                key: action,
                icon: action === 'setUp' ? Wrench : RotateCw,
                label: t(`connections.action.${action}`),
                menuOnly: true,
                run: () => actions.run(action, row),
              }))
            : []),
          ...(mayEdit
            ? [
                {
                  key: 'remove',
                  icon: Trash2,
                  danger: true,
                  label: t('connections.remove', { name: row.name }),
                  run: () => void remove(row, items.length > 1),
                },
              ]
            : []),
        ]}
        newRowsLabel={count => t('kit.list.newRows', { count })}
      />
      {editing !== null ? (
        <ConnectionEditor
          key={editing}
          id={editing === 'new' ? null : editing}
          onClose={closeEditor}
          onCreated={made => (isSetUp(made) ? setSettingUp(made.id) : setPairing(made.id))}
        />
      ) : null}
      {settingUp !== null ? (
        <CloudDialog key={`cloud ${settingUp}`} id={settingUp} onClose={closeSetUp} />
      ) : null}
      {costing ? <CostDialog onClose={() => setCosting(false)} /> : null}
      {dialog}
      {pairing !== null ? <QrDialog key={pairing} id={pairing} onClose={closeCode} /> : null}
    </ListScreen>
  )
}

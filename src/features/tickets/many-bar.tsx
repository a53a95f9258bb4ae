import { owesAnswer } from '@contract'
import { Dropdown, Popover } from 'antd'
import { AlarmClock, ArrowLeftRight, Check, CheckCheck, Tag as TagIcon, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { soonText } from '@/stores/company-clock'
import { useLater } from '@/stores/later'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { useGroupRules } from '@/stores/settings'
import { tagsDirectory, useTags } from '@/stores/tags'
import {
  acceptTicket,
  canUndoResolve,
  clearSelection,
  resolveTicket,
  returnTicket,
  type StoredTicket,
  setTag,
  snoozeTicket,
  ticketById,
  transferTicket,
  undoResolve,
  usePinnedBeliefs,
  useTicketsStore,
  wakeTicket,
} from '@/stores/tickets'
import { useWorkplace } from '@/stores/workplace'
import { IconButton, MENU_KEYS, SelectOnDemand, useConfirm } from '@/ui'
import { SnoozeDialog, TransferDialog } from './dialogs'
import { type HeaderActions, headerActions } from './header-rules'
import styles from './many-bar.module.css'
import { type ManyAct, ManyDialog } from './many-dialog'
import { snoozeQuestion } from './use-ticket-actions'

/** A ticket as it is by now; nothing where it was closed or became a colleague's meanwhile. */
function stillHeld({ id, userId }: StoredTicket): StoredTicket | [] {
  const now = ticketById(id)
  return now?.status === 'open' && now.userId === userId ? now : []
}

/** What may be done with the chosen tickets, and how many of them it is for. */
export function ManyBar({ ids }: { ids: readonly number[] }) {
  const { t } = useTexts()
  const user = useUser()
  const groups = useGroupRules()
  const plan = useWorkplace(state => state.plan)
  const byId = useTicketsStore(state => state.byId)
  const snoozes = useOffered('snooze')
  const confirm = useConfirm()
  const later = useLater(null)
  const tags = useTags()
  const [act, setAct] = useState<ManyAct | null>(null)
  const [open, setOpen] = useState<'transfer' | 'snooze' | null>(null)
  // As they were when they were chosen, and which still are when a question about them is answered.
  usePinnedBeliefs(ids)
  const still = useRef(ids)
  useEffect(() => {
    still.current = ids
  }, [ids])
  if (!user) return null

  const chosen = ids.flatMap(id => byId.get(id) ?? [])
  const allowing = (may: (offered: HeaderActions) => boolean): StoredTicket[] =>
    chosen.filter(ticket => may(headerActions(ticket, user, groups.mode, plan)))
  const accepted = allowing(({ primary }) => primary === 'accept')
  const resolved = allowing(({ primary, resolve }) => primary === 'resolve' || resolve)
  const handed = allowing(({ transfer }) => transfer)
  const snoozed = chosen.filter(({ status }) => status === 'open')

  const resolve = async (): Promise<void> => {
    const count = resolved.length
    const question = {
      title: t('tickets.many.resolveTitle', { count }),
      text: t('tickets.many.resolveText'),
      okLabel: t('tickets.header.resolve'),
      cancelLabel: t('common.cancel'),
      danger: true,
    }
    if (!(await confirm(question))) return
    const tickets = resolved.filter(({ id }) => still.current.includes(id))
    if (tickets.length === 0) return
    setAct({
      tickets,
      work: ticket => resolveTicket(ticket.id, user),
      ...(tickets.every(ticket => canUndoResolve(ticket, user))
        ? { undo: (before: StoredTicket) => undoResolve(before, user) }
        : {}),
    })
  }
  const owing = snoozed.filter(owesAnswer).length
  const snooze = (until: string | null): void =>
    setAct({
      tickets: snoozed.flatMap(stillHeld),
      work: ticket => snoozeTicket(ticket.id, until),
      undo: ticket => wakeTicket(ticket.id),
    })
  const snoozeAsking = async (until: string): Promise<void> => {
    if (owing === 0 || (await confirm(snoozeQuestion(t, owing)))) snooze(until)
  }
  const tag = (tagId: number): void =>
    setAct({
      tickets: chosen,
      work: ({ id }) => setTag(id, tagId, true),
      undo: async ({ id, tags }) => {
        if (!tags.some(tag => tag.id === tagId)) await setTag(id, tagId, false)
      },
    })

  const end = (): void => {
    setAct(null)
    clearSelection()
  }
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('tickets.many.bar')}>
      <IconButton
        icon={X}
        label={t('tickets.many.clear')}
        keys="Esc"
        tipPlacement="top"
        onClick={clearSelection}
      />
      <span className={styles.count} role="status">
        {t('tickets.many.selected', { count: chosen.length })}
      </span>
      <IconButton
        icon={Check}
        tipPlacement="top"
        label={t('tickets.many.accept', { count: accepted.length })}
        disabled={accepted.length === 0}
        onClick={() =>
          setAct({
            tickets: accepted,
            work: ticket => acceptTicket(ticket.id, user),
            undo: ticket => returnTicket(ticket.id),
          })
        }
      />
      <IconButton
        icon={ArrowLeftRight}
        tipPlacement="top"
        label={t('tickets.many.transfer', { count: handed.length })}
        disabled={handed.length === 0}
        onClick={() => setOpen('transfer')}
      />
      <Popover
        trigger="click"
        placement="topRight"
        arrow={false}
        destroyOnHidden
        onOpenChange={shown => void (shown && tagsDirectory.ensure())}
        content={
          <SelectOnDemand<number>
            className={styles.tags}
            showSearch
            placeholder={t('tickets.tagsHint')}
            aria-label={t('tickets.editTags')}
            options={tags.map(one => ({ value: one.id, label: one.name }))}
            onSelect={value => tag(Number(value))}
          />
        }
      >
        <IconButton icon={TagIcon} tip={false} title={t('tickets.many.tag')} label={t('tickets.many.tag')} />
      </Popover>
      {snoozes ? (
        <Dropdown
          autoFocus
          trigger={['click']}
          placement="topRight"
          disabled={snoozed.length === 0}
          menu={{
            ...MENU_KEYS,
            items: [
              ...later.choices().map(({ choice, at }) => ({
                key: choice,
                label: t(`tickets.later.${choice}`),
                extra: soonText(at.toISOString(), later.zone),
                onClick: () => void snoozeAsking(at.toISOString()),
              })),
              ...(owing > 0
                ? []
                : [{ key: 'customer', label: t('tickets.snooze.customer'), onClick: () => snooze(null) }]),
              { key: 'choose', label: t('tickets.later.choose'), onClick: () => setOpen('snooze') },
            ],
          }}
        >
          <IconButton
            icon={AlarmClock}
            tip={false}
            title={t('tickets.many.snooze', { count: snoozed.length })}
            label={t('tickets.many.snooze', { count: snoozed.length })}
            disabled={snoozed.length === 0}
          />
        </Dropdown>
      ) : null}
      <IconButton
        icon={CheckCheck}
        tipPlacement="top"
        label={t('tickets.many.resolve', { count: resolved.length })}
        disabled={resolved.length === 0}
        onClick={() => void resolve()}
      />
      {open === 'snooze' && snoozed[0] ? (
        <SnoozeDialog
          tickets={[snoozed[0], ...snoozed.slice(1)]}
          onSnooze={snooze}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open === 'transfer' && handed[0] ? (
        <TransferDialog
          ticket={handed[0]}
          count={handed.length}
          onClose={() => setOpen(null)}
          onTransfer={async transfer => {
            setOpen(null)
            setAct({ tickets: handed, work: ticket => transferTicket(ticket.id, transfer) })
          }}
        />
      ) : null}
      {act ? <ManyDialog act={act} onEnd={end} /> : null}
    </div>
  )
}

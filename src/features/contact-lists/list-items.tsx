import {
  CONTACT_LIST,
  type ContactListItem,
  isMasked,
  MOST_IDS,
  type NumberState,
  numberStateOf,
} from '@contract'
import { ContactRound, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { call } from '@/api'
import { column, PagedScreen, useAttempt, useRemove } from '@/features/kit'
import { useTexts } from '@/i18n'
import { contactListItemsList, useContactList } from '@/stores/contact-lists'
import { useOffered } from '@/stores/servers'
import { contentToasts } from '@/stores/toasts'
import { type Column, type PillTone, SegmentedTabs, useNarrow } from '@/ui'
import styles from './contact-lists.module.css'
import { ItemDialog } from './item-dialog'

const TONES: Record<NumberState, PillTone> = {
  waiting: 'neutral',
  valid: 'success',
  invalid: 'error',
  repeated: 'warning',
}
/** What the contacts can be narrowed to. */
const FILTERS = ['all', 'valid', 'invalid', 'waiting'] as const

/** The contacts of one list: searched, filtered, added, imported, checked. */
export function ListItems({ contactListId }: { contactListId: number }) {
  const { t, format } = useTexts()
  const list = useContactList(state => state.list)
  const [editing, setEditing] = useState<ContactListItem | 'new' | null>(null)
  const scope = useMemo(() => ({ contactListId, state: null }), [contactListId])
  const state = contactListItemsList.use(({ filters }) => filters.state)
  const checks = useOffered('contactListChecks')
  const remove = useRemove()
  const narrow = useNarrow()
  const attempt = useAttempt()
  const counted = (count: number) => ({ count, formatted: format.number(count) })

  const columns: Column<ContactListItem>[] = [
    column.name('name', t('contactLists.items.name'), 2, ({ name }) => name, {
      below: ({ number }) => <bdi>{format.phone(number)}</bdi>,
    }),
    column.phone('number', t('contactLists.items.number'), '184px', ({ number }) => number),
    column.text('email', t('contactLists.items.email'), 2, ({ email }) => email, { foldable: 'phone' }),
    // Beside it a phone number stands whole at 390 pixels, and in it every state in every language.
    column.state('state', t('contactLists.items.state'), narrow ? '145px' : '152px', item => {
      const known = numberStateOf(item)
      return [
        TONES[known],
        t(`contactLists.items.states.${known}`),
        t(`contactLists.items.stateHints.${known}`),
      ]
    }),
  ]

  /** Puts contacts back on the list, and says how many cannot be; their numbers are asked about again. */
  const putBack = async (items: readonly ContactListItem[]): Promise<void> => {
    let lost = 0
    for (let at = 0; at < items.length; at += CONTACT_LIST.batch) {
      const rows = items
        .slice(at, at + CONTACT_LIST.batch)
        .map(({ name, number, email }, i) => ({ line: at + i + 1, name, number, email }))
      const back = await call('contactLists.addRows', { params: { id: contactListId }, body: { rows } })
      lost += back.rows.filter(({ outcome }) => outcome === 'rejected').length
    }
    if (lost > 0) contentToasts.error(t('contactLists.items.notBack', { count: lost }))
    void contactListItemsList.reload()
  }
  const removeAll = (items: readonly ContactListItem[], okLabel: string, done?: () => void) =>
    remove({
      okLabel,
      text: t('contactLists.items.removeText'),
      doneText: '',
      remove: async () => {
        const ids = items.map(({ id }) => id)
        if (ids.length === 1) await call('contactListItems.remove', { params: { id: ids[0] ?? 0 } })
        else
          for (let at = 0; at < ids.length; at += MOST_IDS)
            await call('contactLists.removeItems', {
              params: { id: contactListId },
              body: { ids: ids.slice(at, at + MOST_IDS) },
            })
        for (const id of ids) contactListItemsList.drop(id)
      },
      onDone: () => {
        const action = { label: t('common.undo'), run: () => void attempt(() => putBack(items), '') }
        // Who sees masks alone cannot say any more which numbers they were.
        const mayUndo = !items.some(({ number }) => isMasked(number))
        contentToasts.success(
          t('contactLists.items.removed', { count: items.length }),
          mayUndo ? { action } : {},
        )
        done?.()
      },
    })

  const waiting = list?.waitingCount ?? 0

  return (
    <PagedScreen
      nested
      list={contactListItemsList}
      scope={scope}
      texts="contactLists.items"
      title={list?.name ?? t('contactLists.title')}
      columns={columns}
      rowName={({ name }) => name}
      onOpen={setEditing}
      filters={
        checks ? (
          <SegmentedTabs
            id="contact-list-state"
            panels={false}
            look="pill"
            label={t('contactLists.items.filter')}
            value={state === null || state === 'repeated' ? 'all' : state}
            onChange={key => contactListItemsList.filter({ state: key === 'all' ? null : key })}
            items={FILTERS.map(key => ({
              key,
              label: key === 'all' ? t('contactLists.items.all') : t(`contactLists.items.states.${key}`),
            }))}
          />
        ) : null
      }
      notice={
        waiting > 0 ? (
          <p className={styles.notice} role="status">
            {t('contactLists.items.checking', counted(waiting))}
          </p>
        ) : null
      }
      rowActions={item => [
        {
          key: 'edit',
          icon: Pencil,
          label: t('contactLists.items.edit', { name: item.name }),
          run: () => setEditing(item),
        },
        {
          key: 'remove',
          icon: Trash2,
          danger: true,
          label: t('contactLists.items.remove', { name: item.name }),
          run: () => void removeAll([item], t('contactLists.items.remove', { name: item.name })),
        },
      ]}
      bulk={(items, done) => {
        const label = t('contactLists.items.removeMany', { count: items.length })
        return [
          { key: 'remove', icon: Trash2, danger: true, label, run: () => void removeAll(items, label, done) },
        ]
      }}
      add={() => setEditing('new')}
      empty={{ icon: ContactRound }}
    >
      {editing ? (
        <ItemDialog
          contactListId={contactListId}
          item={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </PagedScreen>
  )
}

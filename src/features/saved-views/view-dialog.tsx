import {
  type Capability,
  DEADLINE_STATES,
  NO_QUEUE_ID,
  PRIORITIES,
  type SavedView,
  savedViewForm,
  TICKET_ORDERS,
  TICKET_STATUSES,
  type TicketOrder,
  viewConditions,
  WINDOW_STATES,
} from '@contract'
import { z } from 'zod'
import { LANGUAGE_CHOICES, languageName } from '@/features/copilot'
import { EditDialog, kinds, type RowKind, useEdited, useRowName } from '@/features/kit'
import { sharing, useOwnQueues, useShares } from '@/features/sharing'
import { useTexts } from '@/i18n'
import { savedViewsDirectory, saveView } from '@/stores/saved-views'
import { useCapability, useLacks, useOffered } from '@/stores/servers'
import { useHolds } from '@/stores/session'
import { useTags } from '@/stores/tags'
import { useUsers } from '@/stores/users'
import { useWhatsapps } from '@/stores/whatsapps'
import styles from './saved-views.module.css'

const { name, order, sharedWith } = savedViewForm.shape
/** A field that is not offered is as good as not set. */
const schema = z.object({ name, ...viewConditions.shape, order, sharedWith: sharedWith.default(null) })
type Field = keyof typeof schema.shape
type Choice = { value: string | number; label: string }

const fieldsOf = ({ name, conditions, order, sharedWith }: SavedView) => ({
  name,
  ...conditions,
  order,
  sharedWith,
})
const FRESH = { name: '', ...viewConditions.parse({}), order: 'waiting' as const, sharedWith: null }

/** Orders by what not every server knows. */
const ORDER_NEEDS: Partial<Record<TicketOrder, Capability>> = {
  priority: 'ticketPriority',
  snoozed: 'snooze',
  due: 'serviceLevels',
}

/** What rows are chosen in a field. */
const ROWS: Partial<Record<Field, RowKind>> = {
  queueIds: 'queue',
  tagIds: 'tag',
  notTagIds: 'tag',
  holders: 'user',
  whatsappIds: 'whatsapp',
}

/** What can be chosen in each field, by what it is called. */
function useChoices(): Partial<Record<Field, Choice[]>> {
  const { t, language } = useTexts()
  const { queues } = useOwnQueues()
  const byUsers = useHolds('tickets-manager:userFilter')
  const lacks = useLacks()
  const users = useUsers()
  const tags = useTags().map(({ id, name: label }): Choice => ({ value: id, label }))
  const whatsapps = useWhatsapps().map(({ id, name: label }): Choice => ({ value: id, label }))
  return {
    statuses: TICKET_STATUSES.map(value => ({ value, label: t(`savedViews.status.${value}`) })),
    queueIds: [...queues, { value: NO_QUEUE_ID, label: t('savedViews.noQueue') }],
    tagIds: tags,
    notTagIds: tags,
    holders: [
      { value: 'me', label: t('savedViews.holder.me') },
      { value: 'nobody', label: t('savedViews.holder.nobody') },
      ...(byUsers ? users.map(({ id, name: label }) => ({ value: id, label })) : []),
    ],
    whatsappIds: whatsapps,
    priorities: PRIORITIES.map(value => ({ value, label: t(`tickets.priority.${value}`) })),
    languages: LANGUAGE_CHOICES.map(value => ({ value, label: languageName(value, language) })),
    window: WINDOW_STATES.map(value => ({ value, label: t(`savedViews.windows.${value}`) })),
    deadline: DEADLINE_STATES.map(value => ({ value, label: t(`savedViews.deadlines.${value}`) })),
    order: TICKET_ORDERS.filter(one => !lacks(ORDER_NEEDS[one] ?? 'savedViews')).map(value => ({
      value,
      label: t(`savedViews.orders.${value}`),
    })),
  }
}

/**
 * Adds or changes a view: its conditions, its order, who sees it.
 * @param onSaved told of what was saved.
 */
export function ViewDialog({
  view,
  onSaved,
  onClose,
}: {
  view: SavedView | null
  onSaved?: (view: SavedView) => void
  onClose: () => void
}) {
  const { t } = useTexts()
  const choices = useChoices()
  const nameOf = useRowName('queue', 'tag', 'user', 'whatsapp')
  const translates = useOffered('copilot')
  const ranks = useOffered('ticketPriority')
  const snoozes = useOffered('snooze')
  const promises = useOffered('serviceLevels')
  /** A view of this computer is one's own, made of what the server's lists say. */
  const kept = useCapability('savedViews') === 'native'
  const shares = useShares() && kept

  const save = async ({ name, order, sharedWith, ...conditions }: z.output<typeof schema>): Promise<void> => {
    const saved = await saveView(view?.id ?? null, { name, conditions, order, sharedWith })
    onSaved?.(saved)
  }

  /** What is chosen and no longer there keeps a name. */
  const optionsFor = (field: Field, chosen: unknown): Choice[] => {
    const known = choices[field] ?? []
    const kind = ROWS[field]
    const others = [chosen]
      .flat()
      .filter(value => typeof value === 'number' && !known.some(one => one.value === value)) as number[]
    return kind ? [...known, ...others.map(id => ({ value: id, label: nameOf(kind, id) }))] : known
  }
  return (
    <EditDialog
      {...useEdited('savedViews', savedViewsDirectory, view, FRESH, fieldsOf)}
      schema={schema}
      title={t(view ? 'savedViews.edit' : 'savedViews.new')}
      save={save}
      savedText={t(view ? 'savedViews.saved' : 'savedViews.created')}
      columns={2}
      label={field => t(`savedViews.${field}`)}
      onClose={onClose}
    >
      {({ field, form }) => {
        const any = t('savedViews.any')
        const several = (name: Field) =>
          field(name, {
            ...kinds.choices(
              optionsFor(name, form.getFieldValue(name) ?? (view ?? FRESH)[name as never]),
              any,
            ),
            // A colleague may have chosen what is not among one's own choices.
            words: (chosen: unknown) =>
              [chosen ?? []]
                .flat()
                .map(
                  one =>
                    optionsFor(name, [one] as never).find(({ value }) => value === one)?.label ?? String(one),
                )
                .join(', '),
          })
        const perhaps = (name: 'window' | 'deadline') =>
          field(name, kinds.choice(choices[name] ?? [], { allowClear: true, placeholder: any }))
        const wide = { className: styles.wide ?? '' }
        return (
          <>
            {field('name', kinds.text(), wide)}
            {several('statuses')}
            {field('order', kinds.choice(choices.order ?? []))}
            <div className={`${styles.switches} ${styles.wide}`}>
              {field('unread', kinds.check())}
              {snoozes ? field('snoozed', kinds.check()) : null}
            </div>
            {several('queueIds')}
            {several('tagIds')}
            {several('notTagIds')}
            {several('holders')}
            {several('whatsappIds')}
            {ranks ? several('priorities') : null}
            {translates ? several('languages') : null}
            {field(
              'waitingMinutes',
              kinds.number({
                className: styles.minutes ?? '',
                kind: 'minutes',
                min: 1,
                suffix: t('savedViews.minutes'),
              }),
            )}
            {kept ? perhaps('window') : null}
            {promises ? perhaps('deadline') : null}
            {field('text', kinds.text(), { ...wide, required: false })}
            {shares ? field('sharedWith', sharing) : null}
          </>
        )
      }}
    </EditDialog>
  )
}

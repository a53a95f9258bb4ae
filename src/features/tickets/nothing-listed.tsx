import { Archive, Layers } from 'lucide-react'
import { useTexts } from '@/i18n'
import { type ListName, useViewer } from '@/stores/tickets'
import { AllAnswered, EmptyState, type EmptyStateProps, Later, NothingFound, People } from '@/ui'

const EMPTY: Record<ListName, Pick<EmptyStateProps, 'icon' | 'drawing'>> = {
  assigned: { drawing: AllAnswered },
  pending: { drawing: AllAnswered },
  snoozed: { drawing: Later },
  groups: { drawing: People },
  closed: { icon: Archive },
  search: { drawing: NothingFound },
  view: { icon: Layers },
}

/** Why a list of tickets is empty. */
export function NothingListed({ name }: { name: ListName }) {
  const { t } = useTexts()
  const viewer = useViewer()
  if (name === 'search')
    return (
      <EmptyState {...EMPTY.search} title={t('tickets.searchEmpty')} text={t('tickets.searchEmptyText')} />
    )
  // Nothing that waits is ever listed to somebody of no queue, unless tickets without one are.
  const inNoQueue =
    viewer !== null &&
    !viewer.super &&
    viewer.profile !== 'admin' &&
    viewer.queueIds.length === 0 &&
    !viewer.seesUnqueued
  return (
    <EmptyState
      {...EMPTY[name]}
      title={t(`tickets.empty.${name}`)}
      text={t(name === 'pending' && inNoQueue ? 'tickets.empty.pendingNoQueue' : `tickets.empty.${name}Text`)}
    />
  )
}

import { DEADLINE_KINDS, minutesOfKind, type ServiceLevel } from '@contract'
import { Timer } from 'lucide-react'
import { useEffect } from 'react'
import { call } from '@/api'
import { column, PagedScreen } from '@/features/kit'
import { useTexts } from '@/i18n'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { useOffered } from '@/stores/servers'
import { serviceLevelsList } from '@/stores/service-levels'
import { tagsDirectory, useTags } from '@/stores/tags'
import { useWhatsapps, whatsappsDirectory } from '@/stores/whatsapps'
import { type Column, EmptyState, ListScreen, Pill } from '@/ui'
import { ServiceLevelDialog } from './service-level-dialog'
import styles from './service-levels.module.css'

const MINUTE_MS = 60_000

function Levels() {
  const { t, format } = useTexts()
  const queues = useQueues()
  const tags = useTags()
  const whatsapps = useWhatsapps()
  const rows = serviceLevelsList.use(state => state.rows)
  useEffect(() => {
    for (const directory of [queuesDirectory, tagsDirectory, whatsappsDirectory]) void directory.ensure()
  }, [])

  const conditions = ({ queueIds, anyTagIds, whatsappIds }: ServiceLevel): string => {
    const named = (ids: readonly number[], all: readonly { id: number; name: string }[]): string =>
      all.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ')
    const parts = [named(queueIds, queues), named(anyTagIds, tags), named(whatsappIds, whatsapps)].filter(
      Boolean,
    )
    return parts.join(' · ') || t('serviceLevels.everything')
  }
  const columns: Column<ServiceLevel>[] = [
    column.name('name', t('serviceLevels.name'), 'minmax(128px, 2fr)', ({ name }) => name, {
      beside: ({ active }) => (active ? null : <Pill>{t('serviceLevels.inactive')}</Pill>),
    }),
    column.text('conditions', t('serviceLevels.conditions'), 2, conditions, { foldable: 'phone' }),
    // While a hand is on the list no row moves: the figure says its place.
    column.amount('position', t('serviceLevels.position'), '72px', level => rows.indexOf(level) + 1),
    ...DEADLINE_KINDS.map(kind =>
      column.cell<ServiceLevel>(
        kind,
        t(`serviceLevels.kind.${kind}`),
        kind === 'first' ? '136px' : '112px',
        level => {
          const minutes = minutesOfKind(level, kind)
          return minutes === null ? '–' : format.wait(minutes * MINUTE_MS)
        },
        { align: 'end', foldable: kind !== 'first' },
      ),
    ),
    column.text('clock', t('serviceLevels.clock'), '128px', ({ clock }) =>
      t(`serviceLevels.clocks.${clock}`),
    ),
  ]
  return (
    <PagedScreen
      list={serviceLevelsList}
      texts="serviceLevels"
      columns={columns}
      rowName={({ name }) => name}
      form={(level, close) => <ServiceLevelDialog level={level} onClose={close} />}
      arrange={ids => call('serviceLevels.arrange', { body: { ids } })}
      removal={{
        call: ({ id }) => call('serviceLevels.remove', { params: { id } }),
        text: () => t('serviceLevels.removeText'),
      }}
      empty={{ icon: Timer }}
      notice={<p className={styles.hint}>{t('serviceLevels.orderHint')}</p>}
    />
  )
}

/** /service-levels: what the company promises its customers, in the order in which a ticket's promise is looked for. */
export function ServiceLevelsScreen() {
  const { t } = useTexts()
  if (useOffered('serviceLevels')) return <Levels />
  return (
    <ListScreen label={t('serviceLevels.title')} search={null} count="" action={null}>
      <EmptyState icon={Timer} title={t('serviceLevels.title')} text={t('serviceLevels.lacking')} />
    </ListScreen>
  )
}

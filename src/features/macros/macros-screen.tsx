import { type Macro, mayChangeView } from '@contract'
import { ListVideo } from 'lucide-react'
import { useState } from 'react'
import { call } from '@/api'
import { PagedScreen } from '@/features/kit'
import { useSharedText } from '@/features/sharing'
import { stepText, useStepNames } from '@/features/steps'
import { useTexts } from '@/i18n'
import { macrosList } from '@/stores/macros'
import { useViewer } from '@/stores/tickets'
import { contentToasts } from '@/stores/toasts'
import type { Column } from '@/ui'
import { MacroDialog } from './macro-dialog'
import styles from './macros.module.css'

/** /macros: steps for one press, one's own and those of one's queues. */
export function MacrosScreen() {
  const { t } = useTexts()
  const viewer = useViewer()
  const names = useStepNames()
  const sharedText = useSharedText()
  const [editing, setEditing] = useState<Macro | 'new' | null>(null)
  const columns: Column<Macro>[] = [
    {
      key: 'name',
      title: t('macros.name'),
      width: 'minmax(0, 2fr)',
      render: ({ name }) => (
        <span className={styles.name} dir="auto">
          {name}
        </span>
      ),
    },
    {
      key: 'steps',
      title: t('macros.steps'),
      width: 'minmax(0, 4fr)',
      foldable: true,
      render: ({ steps }) => {
        const words = steps.map(step => stepText(t, step, names)).join('; ')
        return <span title={words}>{words}</span>
      },
    },
    {
      key: 'sharedWith',
      title: t('macros.sharedWith'),
      width: 'minmax(136px, 1fr)',
      foldable: true,
      render: ({ sharedWith }) => sharedText(sharedWith),
    },
    {
      key: 'owner',
      title: t('macros.owner'),
      width: 'minmax(0, 1fr)',
      foldable: true,
      render: ({ userName }) => userName ?? '',
    },
  ]
  return (
    <PagedScreen
      list={macrosList}
      title={t('macros.title')}
      countText={count => t('macros.count', { count })}
      searchLabel={t('macros.search')}
      columns={columns}
      rowName={({ name }) => name}
      onEdit={setEditing}
      mayChange={macro => viewer !== null && mayChangeView(viewer, macro)}
      removal={{
        say: contentToasts,
        call: ({ id }) => call('macros.remove', { params: { id } }),
        manyLabel: count => t('macros.removeMany', { count }),
        text: macros => (macros.some(({ sharedWith }) => sharedWith) ? t('macros.removeShared') : undefined),
      }}
      add={{ label: t('macros.add'), run: () => setEditing('new') }}
      empty={{ icon: ListVideo, title: t('macros.empty'), text: t('macros.emptyText') }}
    >
      {editing ? (
        <MacroDialog macro={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </PagedScreen>
  )
}

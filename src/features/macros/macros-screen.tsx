import { type Macro, mayChangeView } from '@contract'
import { ListVideo } from 'lucide-react'
import { useState } from 'react'
import { call } from '@/api'
import { column, PagedScreen } from '@/features/kit'
import { useSharedText } from '@/features/sharing'
import { useStepsText } from '@/features/steps'
import { useTexts } from '@/i18n'
import { macrosList } from '@/stores/macros'
import { useViewer } from '@/stores/tickets'
import { contentToasts } from '@/stores/toasts'
import type { Column } from '@/ui'
import { MacroDialog } from './macro-dialog'

/** /macros: steps for one press, one's own and those of one's queues. */
export function MacrosScreen() {
  const { t } = useTexts()
  const viewer = useViewer()
  const stepsText = useStepsText()
  const sharedText = useSharedText()
  const [editing, setEditing] = useState<Macro | 'new' | null>(null)
  const columns: Column<Macro>[] = [
    column.name('name', t('macros.name'), 2, ({ name }) => name),
    column.text('steps', t('macros.steps'), 4, ({ steps }) => stepsText(steps)),
    column.text('sharedWith', t('macros.sharedWith'), 'minmax(136px, 1fr)', macro =>
      sharedText(macro.sharedWith),
    ),
    column.text('owner', t('macros.owner'), 1, ({ userName }) => userName),
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

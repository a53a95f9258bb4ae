import { type Macro, mayChangeView } from '@contract'
import { ListVideo } from 'lucide-react'
import { call } from '@/api'
import { column, PagedScreen } from '@/features/kit'
import { useSharedText } from '@/features/sharing'
import { useStepsText } from '@/features/steps'
import { useTexts } from '@/i18n'
import { macrosList } from '@/stores/macros'
import { useViewer } from '@/stores/tickets'
import type { Column } from '@/ui'
import { MacroDialog } from './macro-dialog'

/** /macros: steps for one press, one's own and those of one's queues. */
export function MacrosScreen() {
  const { t } = useTexts()
  const viewer = useViewer()
  const stepsText = useStepsText()
  const sharedText = useSharedText()
  const columns: Column<Macro>[] = [
    column.name('name', t('macros.name'), 2, ({ name }) => name),
    column.text('steps', t('macros.steps'), 4, ({ steps }) => stepsText(steps), { foldable: 'phone' }),
    column.text('sharedWith', t('macros.sharedWith'), 'minmax(136px, 1fr)', macro =>
      sharedText(macro.sharedWith),
    ),
    column.text('owner', t('macros.owner'), 1, ({ userName }) => userName),
  ]
  return (
    <PagedScreen
      list={macrosList}
      texts="macros"
      columns={columns}
      rowName={({ name }) => name}
      form={(macro, close) => <MacroDialog macro={macro} onClose={close} />}
      mayChange={macro => viewer !== null && mayChangeView(viewer, macro)}
      removal={{
        call: ({ id }) => call('macros.remove', { params: { id } }),
        text: macros => (macros.some(({ sharedWith }) => sharedWith) ? t('macros.removeShared') : undefined),
      }}
      empty={{ icon: ListVideo }}
    />
  )
}

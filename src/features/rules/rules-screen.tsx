import type { Rule } from '@contract'
import { History, Power, Workflow } from 'lucide-react'
import { useState } from 'react'
import { call } from '@/api'
import { column, PagedScreen, useAttempt } from '@/features/kit'
import { useStepNames, useStepsText } from '@/features/steps'
import { useTexts } from '@/i18n'
import { rulesList, saveRule } from '@/stores/rules'
import type { Column } from '@/ui'
import { RuleDialog } from './rule-dialog'
import { RunsDialog } from './runs-dialog'
import { eventText } from './words'

/** /rules: what the workspace does with tickets by itself, in the order in which it is asked. */
export function RulesScreen() {
  const { t } = useTexts()
  const names = useStepNames()
  const stepsText = useStepsText()
  const attempt = useAttempt()
  const [shown, setShown] = useState<Rule | null>(null)
  const columns: Column<Rule>[] = [
    column.name('name', t('rules.name'), 'minmax(192px, 2fr)', ({ name }) => name),
    column.text('event', t('rules.event'), 3, ({ event }) => eventText(t, event, names), {
      foldable: 'phone',
    }),
    column.text('steps', t('rules.steps'), 3, ({ steps }) => stepsText(steps)),
    column.state('active', t('rules.active'), '96px', ({ active }) => [
      active ? 'success' : 'neutral',
      t(active ? 'rules.on' : 'rules.off'),
    ]),
  ]
  return (
    <PagedScreen
      list={rulesList}
      texts="rules"
      columns={columns}
      rowName={({ name }) => name}
      form={(rule, close) => <RuleDialog rule={rule} onClose={close} />}
      rowActions={rule => {
        const { id: _id, ...form } = rule
        return [
          { key: 'runs', icon: History, label: t('rules.runs'), run: () => setShown(rule) },
          {
            key: 'active',
            menuOnly: true,
            icon: Power,
            label: t(rule.active ? 'rules.turnOff' : 'rules.turnOn'),
            run: () => void attempt(() => saveRule(rule, { ...form, active: !rule.active })),
          },
        ]
      }}
      arrange={ids => call('rules.arrange', { body: { ids } })}
      removal={{
        call: ({ id }) => call('rules.remove', { params: { id } }),
        text: () => t('rules.removeText'),
      }}
      empty={{ icon: Workflow }}
    >
      {shown ? <RunsDialog rule={shown} onClose={() => setShown(null)} /> : null}
    </PagedScreen>
  )
}

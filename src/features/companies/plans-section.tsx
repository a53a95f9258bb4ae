import { PLATFORM_SUBMIT_MS, type Plan, type PlanFlags, planForm } from '@contract'
import { Checkbox, Form } from 'antd'
import { Layers } from 'lucide-react'
import type { z } from 'zod'
import { call } from '@/api'
import { column, EditDialog, Guard, kinds, PagedScreen, useEdited, useRemove } from '@/features/kit'
import { useTexts } from '@/i18n'
import { plansList } from '@/stores/companies'
import { saved } from '@/stores/saved'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { type Column, Pill } from '@/ui'
import styles from './companies.module.css'
import { useSaving } from './use-saving'

const FLAGS = [
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
] as const satisfies (keyof PlanFlags)[]

const FRESH: z.output<typeof planForm> = {
  ...planForm.parse({ name: '--', users: 0, connections: 0, queues: 0, value: 0 }),
  name: '',
}

/** Adds or changes a plan. */
export function PlanDialog({ plan, onClose }: { plan: Plan | null; onClose: () => void }) {
  const { t } = useTexts()
  const saving = useSaving('plan')
  const choices = useOffered('planChoices')
  const fresh = choices ? FRESH : { ...FRESH, users: 1, connections: 1, queues: 1 }
  return (
    <EditDialog
      {...useEdited('plans', plansList, plan, fresh)}
      schema={planForm}
      columns={1}
      title={t(plan ? 'companies.plans.editTitle' : 'companies.plans.add')}
      save={async body => plansList.keep(await saving(() => saved('plans', plan, body)))}
      fieldOfCode={{ ERR_PLAN_NAME_ALREADY_EXISTS: 'name' }}
      label={name => t(`companies.plans.field.${name}`)}
      minBusyMs={PLATFORM_SUBMIT_MS}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {field('name', kinds.text())}
          <div className={styles.figures}>
            {(['users', 'connections', 'queues'] as const).map(name =>
              field(name, kinds.number({ min: 0, style: { width: '100%' } }), {
                extra: t(`companies.plans.${choices ? 'noLimit' : 'noneAtAll'}`),
              }),
            )}
          </div>
          {field('value', kinds.number({ kind: 'amount', min: 0, prefix: 'R$', style: { width: '100%' } }))}
          <fieldset className={styles.flags}>
            <legend className={styles.legend}>{t('companies.plans.features')}</legend>
            {FLAGS.map(name => (
              <Form.Item key={name} name={name} valuePropName="checked" noStyle>
                <Checkbox>{t(`companies.plans.field.${name}`)}</Checkbox>
              </Form.Item>
            ))}
          </fieldset>
          {choices ? field('useInternal', kinds.check(), { extra: t('companies.plans.internalHint') }) : null}
        </>
      )}
    </EditDialog>
  )
}

/** What companies may choose from. */
export function PlansSection() {
  const allowed = useUser()?.super === true
  return <Guard allowed={allowed}>{allowed ? <Plans /> : null}</Guard>
}

function Plans() {
  const { t, format } = useTexts()
  const remove = useRemove()
  const choices = useOffered('planChoices')
  const columns: Column<Plan>[] = [
    column.name('name', t('companies.plans.field.name'), 'minmax(112px, 2fr)', ({ name }) => name, {
      beside: ({ useInternal }) => (useInternal ? <Pill>{t('companies.plans.internal')}</Pill> : null),
    }),
    ...(['users', 'connections', 'queues'] as const).map(name =>
      column.cell<Plan>(
        name,
        t(`companies.plans.field.${name}`),
        { users: '76px', connections: 'minmax(92px, 1.2fr)', queues: '76px' }[name],
        plan =>
          plan[name] === 0 && choices ? (
            <span title={t('companies.plans.unlimited')}>∞</span>
          ) : (
            format.number(plan[name])
          ),
        { align: 'end' },
      ),
    ),
    column.amount('companies', t('companies.title'), 'minmax(80px, 1.1fr)', plan => plan.companiesCount, {
      none: '–',
    }),
    column.money('value', t('companies.plans.field.value'), '96px', ({ value }) => value, {
      foldable: false,
    }),
  ]
  return (
    <div className={styles.frame} data-wide>
      <PagedScreen
        nested
        list={plansList}
        texts="companies.plans"
        columns={columns}
        rowName={({ name }) => name}
        form={(plan, close) => <PlanDialog plan={plan} onClose={close} />}
        onRemove={(plan, okLabel) =>
          void remove({
            name: plan.name,
            okLabel,
            remove: () => call('plans.remove', { params: { id: plan.id } }),
            onDone: () => plansList.drop(plan.id),
          })
        }
        empty={{ icon: Layers }}
      />
    </div>
  )
}

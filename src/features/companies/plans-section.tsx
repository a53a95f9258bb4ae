import { PLATFORM_SUBMIT_MS, type Plan, type PlanFlags, planForm } from '@contract'
import { Checkbox, Form } from 'antd'
import { Layers, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '@/api'
import { EditDialog, Guard, kinds, PagedScreen, useEdited, useRemove } from '@/features/kit'
import { useTexts } from '@/i18n'
import { plansList } from '@/stores/companies'
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

type Fields = z.input<typeof planForm>
const fieldsOf = ({ id: _id, companiesCount: _count, ...plan }: Plan): Fields => plan
const FRESH: Fields = {
  ...planForm.parse({ name: '--', users: 0, connections: 0, queues: 0, value: 0 }),
  name: '',
}

/** Adds or changes a plan. */
export function PlanDialog({ plan, onClose }: { plan: Plan | null; onClose: () => void }) {
  const { t } = useTexts()
  const saving = useSaving('plan')
  const choices = useOffered('planChoices')
  const fresh = choices ? FRESH : { ...FRESH, users: 1, connections: 1, queues: 1 }
  const save = async (body: z.output<typeof planForm>): Promise<void> => {
    plansList.keep(
      await (plan ? call('plans.update', { params: { id: plan.id }, body }) : call('plans.create', { body })),
    )
  }
  return (
    <EditDialog
      {...useEdited('plan', plansList, plan, fieldsOf, fresh)}
      schema={planForm}
      columns={1}
      title={t(plan ? 'companies.plans.editTitle' : 'companies.plans.add')}
      save={body => saving(() => save(body))}
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
  const [editing, setEditing] = useState<Plan | 'new' | null>(null)
  const choices = useOffered('planChoices')
  const isEndless = (value: number): boolean => value === 0 && choices
  const limit = (value: number): string => (isEndless(value) ? '∞' : format.number(value))
  const columns: Column<Plan>[] = [
    {
      key: 'name',
      title: t('companies.plans.field.name'),
      width: 'minmax(112px, 2fr)',
      render: ({ name, useInternal }) => (
        <>
          {name} {useInternal ? <Pill>{t('companies.plans.internal')}</Pill> : null}
        </>
      ),
    },
    ...(['users', 'connections', 'queues'] as const).map(
      (name): Column<Plan> => ({
        key: name,
        title: t(`companies.plans.field.${name}`),
        width: { users: '76px', connections: 'minmax(92px, 1.2fr)', queues: '64px' }[name],
        align: 'end',
        foldable: true,
        render: plan => (
          <span title={isEndless(plan[name]) ? t('companies.plans.unlimited') : undefined}>
            {limit(plan[name])}
          </span>
        ),
      }),
    ),
    {
      key: 'companies',
      title: t('companies.title'),
      width: 'minmax(80px, 1.1fr)',
      align: 'end',
      foldable: true,
      render: ({ companiesCount }) => (companiesCount === null ? '–' : format.number(companiesCount)),
    },
    {
      key: 'value',
      title: t('companies.plans.field.value'),
      width: '96px',
      align: 'end',
      render: ({ value }) => format.money(value),
    },
  ]
  return (
    <div className={styles.frame} data-wide>
      <PagedScreen
        nested
        list={plansList}
        title={t('companies.plans.title')}
        countText={count => t('companies.plans.count', { count })}
        searchLabel={t('companies.plans.search')}
        columns={columns}
        rowName={({ name }) => name}
        onOpen={setEditing}
        rowActions={plan => [
          {
            key: 'edit',
            icon: Pencil,
            label: t('companies.edit', { name: plan.name }),
            run: () => setEditing(plan),
          },
          {
            key: 'remove',
            icon: Trash2,
            danger: true,
            label: t('companies.remove', { name: plan.name }),
            run: () =>
              void remove({
                name: plan.name,
                okLabel: t('companies.remove', { name: plan.name }),
                remove: () => call('plans.remove', { params: { id: plan.id } }),
                onDone: () => plansList.drop(plan.id),
              }),
          },
        ]}
        add={{ label: t('companies.plans.add'), run: () => setEditing('new') }}
        empty={{ icon: Layers, title: t('companies.plans.none'), text: t('companies.plans.empty') }}
      >
        {editing ? (
          <PlanDialog
            key={editing === 'new' ? 'new' : editing.id}
            plan={editing === 'new' ? null : editing}
            onClose={() => setEditing(null)}
          />
        ) : null}
      </PagedScreen>
    </div>
  )
}

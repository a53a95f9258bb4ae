import {
  LEVEL_CLOCKS,
  type ServiceLevel,
  type ServiceLevelForm,
  type Step,
  serviceLevelForm,
} from '@contract'
import { Form, Input, Switch } from 'antd'
import { call } from '@/api'
import { EditDialog, NumberField, type RowKind, Several, useLiveRow, useRowNames } from '@/features/kit'
import { StepsField, stepText, useStepKinds, useStepNames } from '@/features/steps'
import { useTexts } from '@/i18n'
import { serviceLevelsList } from '@/stores/service-levels'
import { useSettingValue } from '@/stores/settings'
import { Select } from '@/ui'
import styles from './service-levels.module.css'

const fieldsOf = ({
  id: _id,
  position: _position,
  createdAt: _createdAt,
  ...fields
}: ServiceLevel): ServiceLevelForm => fields
const FRESH: ServiceLevelForm = {
  name: '',
  active: true,
  queueIds: [],
  anyTagIds: [],
  whatsappIds: [],
  firstMinutes: 15,
  nextMinutes: 30,
  resolutionMinutes: null,
  clock: 'hours',
  warnMinutes: 5,
  closeSteps: [],
  lateSteps: [],
}
const MINUTES = ['firstMinutes', 'nextMinutes', 'resolutionMinutes', 'warnMinutes'] as const

/** Adds or changes a service level: which tickets have it, and what is promised. */
export function ServiceLevelDialog({ level, onClose }: { level: ServiceLevel | null; onClose: () => void }) {
  const { t } = useTexts()
  const kinds = useStepKinds()
  const names = useStepNames()
  const live = useLiveRow(serviceLevelsList, level?.id ?? null, fieldsOf)
  const keepsNoHours = useSettingValue('scheduleType') === 'disabled'
  const said = {
    queueIds: useRowNames('queue'),
    anyTagIds: useRowNames('tag'),
    whatsappIds: useRowNames('whatsapp'),
  }
  const save = async (body: ServiceLevelForm): Promise<void> => {
    if (level) await call('serviceLevels.update', { params: { id: level.id }, body })
    else await call('serviceLevels.create', { body })
    await serviceLevelsList.reload()
  }
  return (
    <EditDialog
      keepAs={`service level ${level?.id ?? 'new'}`}
      schema={serviceLevelForm}
      title={t(level ? 'serviceLevels.edit' : 'serviceLevels.add')}
      initial={level ? fieldsOf(level) : FRESH}
      live={live}
      save={save}
      columns={2}
      describe={(name, value) => ({
        label: t(`serviceLevels.${name}`),
        value:
          typeof value === 'boolean'
            ? t(value ? 'common.yes' : 'common.no')
            : name === 'closeSteps' || name === 'lateSteps'
              ? (value as Step[]).map(step => stepText(t, step, names)).join('; ')
              : name in said
                ? said[name as keyof typeof said](value as number[])
                : name === 'clock'
                  ? t(`serviceLevels.clocks.${value as ServiceLevel['clock']}`)
                  : String(value ?? ''),
      })}
      submitLabel={t(level ? 'common.save' : 'common.add')}
      onClose={onClose}
    >
      {({ item }) => {
        const several = (field: keyof typeof said, kind: RowKind) => (
          <Form.Item {...item(field)} required={false} label={t(`serviceLevels.${field}`)}>
            <Several kind={kind} placeholder={t('serviceLevels.any')} />
          </Form.Item>
        )
        return (
          <>
            <Form.Item {...item('name')} className={styles.wide ?? ''} label={t('serviceLevels.name')}>
              <Input autoComplete="off" dir="auto" />
            </Form.Item>
            {several('queueIds', 'queue')}
            {several('anyTagIds', 'tag')}
            {several('whatsappIds', 'whatsapp')}
            <Form.Item
              {...item('clock')}
              required
              label={t('serviceLevels.clock')}
              extra={keepsNoHours ? t('serviceLevels.noHours') : undefined}
            >
              <Select
                options={LEVEL_CLOCKS.map(value => ({ value, label: t(`serviceLevels.clocks.${value}`) }))}
              />
            </Form.Item>
            {MINUTES.map(field => (
              <Form.Item
                key={field}
                {...item(field)}
                required={field === 'warnMinutes'}
                label={t(`serviceLevels.${field}`)}
              >
                <NumberField
                  className={styles.number ?? ''}
                  kind="minutes"
                  min={field === 'warnMinutes' ? 0 : 1}
                  placeholder={field === 'warnMinutes' ? '' : t('serviceLevels.nothing')}
                  suffix={t('serviceLevels.minutes')}
                />
              </Form.Item>
            ))}
            {(['closeSteps', 'lateSteps'] as const).map(field => (
              <Form.Item
                key={field}
                {...item(field)}
                required={false}
                className={styles.wide ?? ''}
                label={t(`serviceLevels.${field}`)}
              >
                <StepsField label={t(`serviceLevels.${field}`)} kinds={kinds} onlyShared />
              </Form.Item>
            ))}
            <Form.Item {...item('active')} label={t('serviceLevels.active')} valuePropName="checked">
              <Switch />
            </Form.Item>
          </>
        )
      }}
    </EditDialog>
  )
}

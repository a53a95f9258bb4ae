import { LEVEL_CLOCKS, type ServiceLevel, type ServiceLevelForm, serviceLevelForm } from '@contract'
import { EditDialog, kinds, useEdited } from '@/features/kit'
import { stepsKind } from '@/features/steps'
import { useTexts } from '@/i18n'
import { saved } from '@/stores/saved'
import { serviceLevelsList } from '@/stores/service-levels'
import { useSettingValue } from '@/stores/settings'
import styles from './service-levels.module.css'

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
  const keepsNoHours = useSettingValue('scheduleType') === 'disabled'
  const clocks = LEVEL_CLOCKS.map(value => ({ value, label: t(`serviceLevels.clocks.${value}`) }))
  const any = t('serviceLevels.any')
  return (
    <EditDialog
      {...useEdited('serviceLevels', serviceLevelsList, level, FRESH)}
      schema={serviceLevelForm}
      title={t(level ? 'serviceLevels.edit' : 'serviceLevels.add')}
      save={async form => {
        await saved('serviceLevels', level, form)
        await serviceLevelsList.reload()
      }}
      columns={2}
      label={name => t(`serviceLevels.${name}`)}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {field('name', kinds.text(), { className: styles.wide ?? '' })}
          {field('queueIds', kinds.several('queue', any))}
          {field('anyTagIds', kinds.several('tag', any))}
          {field('whatsappIds', kinds.several('whatsapp', any))}
          {field('clock', kinds.choice(clocks), {
            required: true,
            extra: keepsNoHours ? t('serviceLevels.noHours') : undefined,
          })}
          {MINUTES.map(name => {
            const required = name === 'warnMinutes'
            const minutes = kinds.number({
              className: styles.number ?? '',
              kind: 'minutes',
              min: required ? 0 : 1,
              placeholder: required ? '' : t('serviceLevels.nothing'),
              suffix: t('serviceLevels.minutes'),
            })
            return field(name, minutes, { required })
          })}
          {(['closeSteps', 'lateSteps'] as const).map(name =>
            field(name, stepsKind(true, t(`serviceLevels.${name}`)), {
              required: false,
              className: styles.wide ?? '',
            }),
          )}
          {field('active', kinds.onOff())}
        </>
      )}
    </EditDialog>
  )
}

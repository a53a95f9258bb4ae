import { type Macro, macroForm, type Step } from '@contract'
import { Form, Input } from 'antd'
import { EditDialog, useLiveRow } from '@/features/kit'
import { SharedWith, useSharedText, useShares } from '@/features/sharing'
import { StepsField, stepText, useStepKinds, useStepNames } from '@/features/steps'
import { useTexts } from '@/i18n'
import { macrosList, saveMacro } from '@/stores/macros'
import { useCapability } from '@/stores/servers'
import { contentToasts } from '@/stores/toasts'

const fieldsOf = ({ name, steps, sharedWith }: Macro) => ({ name, steps, sharedWith })
const FRESH = { name: '', steps: [], sharedWith: null }

/** Adds or changes a macro: its name, its steps, who may use it. */
export function MacroDialog({ macro, onClose }: { macro: Macro | null; onClose: () => void }) {
  const { t } = useTexts()
  const kinds = useStepKinds()
  const names = useStepNames()
  const sharedText = useSharedText()
  const mayShare = useShares()
  // What this computer keeps is one's own.
  const shares = useCapability('macros') === 'native' && mayShare
  const live = useLiveRow(macrosList, macro?.id ?? null, fieldsOf)
  return (
    <EditDialog
      keepAs={`macro ${macro?.id ?? 'new'}`}
      schema={macroForm}
      title={t(macro ? 'macros.edit' : 'macros.add')}
      initial={macro ? fieldsOf(macro) : FRESH}
      live={live}
      save={form => saveMacro(macro?.id ?? null, form)}
      say={contentToasts}
      describe={(field, value) => ({
        label: t(`macros.${field}`),
        value:
          field === 'sharedWith'
            ? sharedText(value as number[] | null)
            : field === 'steps'
              ? (value as Step[]).map(step => stepText(t, step, names)).join('; ')
              : String(value ?? ''),
      })}
      submitLabel={t(macro ? 'common.save' : 'common.add')}
      onClose={onClose}
    >
      {({ item, form }) => (
        <>
          <Form.Item {...item('name')} label={t('macros.name')}>
            <Input autoComplete="off" dir="auto" />
          </Form.Item>
          <Form.Item {...item('steps')} label={t('macros.steps')}>
            <StepsField kinds={kinds} onlyShared={(form.getFieldValue('sharedWith') ?? null) !== null} />
          </Form.Item>
          {shares ? (
            <Form.Item {...item('sharedWith')} required={false} label={t('macros.sharedWith')}>
              <SharedWith />
            </Form.Item>
          ) : null}
        </>
      )}
    </EditDialog>
  )
}

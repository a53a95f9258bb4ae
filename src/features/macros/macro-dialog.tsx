import { type Macro, macroForm } from '@contract'
import { EditDialog, kinds, useEdited } from '@/features/kit'
import { sharing, useShares } from '@/features/sharing'
import { stepsKind } from '@/features/steps'
import { useTexts } from '@/i18n'
import { macrosList } from '@/stores/macros'
import { saved } from '@/stores/saved'
import { useCapability } from '@/stores/servers'

const FRESH = { name: '', steps: [], sharedWith: null }

/** Adds or changes a macro: its name, its steps, who may use it. */
export function MacroDialog({ macro, onClose }: { macro: Macro | null; onClose: () => void }) {
  const { t } = useTexts()
  const mayShare = useShares()
  // What this computer keeps is one's own.
  const shares = useCapability('macros') === 'native' && mayShare
  return (
    <EditDialog
      {...useEdited('macros', macrosList, macro, FRESH)}
      schema={macroForm}
      title={t(macro ? 'macros.edit' : 'macros.add')}
      save={async form => macrosList.keep(await saved('macros', macro, form))}
      label={name => t(`macros.${name}`)}
      onClose={onClose}
    >
      {({ field, form }) => (
        <>
          {field('name', kinds.text())}
          {field('steps', stepsKind((form.getFieldValue('sharedWith') ?? null) !== null))}
          {shares ? field('sharedWith', sharing) : null}
        </>
      )}
    </EditDialog>
  )
}

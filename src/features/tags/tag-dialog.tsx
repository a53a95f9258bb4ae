import { fold, type Tag, tagForm } from '@contract'
import { Input, Switch } from 'antd'
import type { z } from 'zod'
import { ApiError, call } from '@/api'
import { EditDialog, kinds, useEdited } from '@/features/kit'
import { useTexts } from '@/i18n'
import { useHolds } from '@/stores/session'
import { tagsDirectory, tagsList } from '@/stores/tags'
import { useWorkplace } from '@/stores/workplace'

/** Colour of a new tag, the one servers give where none is chosen. */
const FRESH = { name: '', color: '#A4CCCC', kanban: 0 }

/** Adds or changes a tag. */
export function TagDialog({ tag, onClose }: { tag: Tag | null; onClose: () => void }) {
  const { t } = useTexts()
  const mayLane = useHolds('tag-modal:editKanban')
  const inPlan = useWorkplace(state => state.plan?.useKanban ?? true)
  // A lane can still be taken off a tag when the plan has lost the board.
  const setsKanban = mayLane && (inPlan || tag?.kanban === 1)

  const save = async ({ kanban, ...rest }: z.output<typeof tagForm>): Promise<void> => {
    const body = { ...rest, ...(setsKanban ? { kanban } : {}) }
    if (tag) return tagsList.keep(await call('tags.update', { params: { id: tag.id }, body }))
    // A server answers a tag of that name as it is: the colour chosen here would be lost without a word.
    const known = tagsDirectory.use.getState().items.some(({ name }) => fold(name) === fold(body.name))
    if (known) throw new ApiError('refused', 'ERR_DUPLICATED_TAG', '', 409)
    tagsList.keep(await call('tags.create', { body }))
  }
  return (
    <EditDialog
      {...useEdited('tags', tagsList, tag, FRESH)}
      schema={tagForm}
      title={tag ? t('tags.editTitle') : t('tags.add')}
      save={save}
      fieldOfCode={{ ERR_DUPLICATED_TAG: 'name' }}
      label={name => (name === 'userId' ? name : t(`tags.${name}`))}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {field('name', kinds.text())}
          {field('color', { input: <Input type="color" style={{ width: 64 }} /> }, { required: true })}
          {setsKanban
            ? field('kanban', {
                input: <Switch />,
                words: value => t(value === 1 ? 'common.yes' : 'common.no'),
                item: {
                  getValueProps: value => ({ checked: value === 1 }),
                  getValueFromEvent: (on: boolean) => (on ? 1 : 0),
                },
              })
            : null}
        </>
      )}
    </EditDialog>
  )
}

import { type Help, helpForm, PLATFORM_SUBMIT_MS } from '@contract'
import { CircleHelp } from 'lucide-react'
import { call } from '@/api'
import { column, EditDialog, Guard, kinds, PagedScreen, useEdited, useRemove } from '@/features/kit'
import { useTexts } from '@/i18n'
import { helpsList } from '@/stores/companies'
import { saved } from '@/stores/saved'
import { useUser } from '@/stores/session'
import type { Column } from '@/ui'
import styles from './companies.module.css'
import { useSaving } from './use-saving'

const FRESH = { title: '', video: '', description: '' }

/** Adds or changes a help video. */
export function HelpDialog({ help, onClose }: { help: Help | null; onClose: () => void }) {
  const { t } = useTexts()
  const saving = useSaving('help')
  return (
    <EditDialog
      {...useEdited('helps', helpsList, help, FRESH)}
      schema={helpForm}
      title={t(help ? 'companies.helps.editTitle' : 'companies.helps.add')}
      save={async body => helpsList.keep(await saving(() => saved('helps', help, body)))}
      label={name => t(`companies.helps.field.${name}`)}
      minBusyMs={PLATFORM_SUBMIT_MS}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {field('title', kinds.text())}
          {field('video', kinds.text({ spellCheck: false }), { extra: t('companies.helps.videoHint') })}
          {field('description', kinds.area(3, 8))}
        </>
      )}
    </EditDialog>
  )
}

/** Help videos. */
export function HelpsSection() {
  const allowed = useUser()?.super === true
  return <Guard allowed={allowed}>{allowed ? <Helps /> : null}</Guard>
}

function Helps() {
  const { t } = useTexts()
  const remove = useRemove()
  const columns: Column<Help>[] = [
    column.name('title', t('companies.helps.field.title'), 3, ({ title }) => title),
    column.text('description', t('companies.helps.field.description'), 3, help => help.description, {
      foldable: 'phone',
    }),
    column.text('video', t('companies.helps.field.video'), '144px', ({ video }) => video),
  ]
  return (
    <div className={styles.frame} data-wide>
      <PagedScreen
        nested
        list={helpsList}
        texts="companies.helps"
        columns={columns}
        rowName={({ title }) => title}
        form={(help, close) => <HelpDialog help={help} onClose={close} />}
        onRemove={(help, okLabel) =>
          void remove({
            name: help.title,
            okLabel,
            remove: () => call('helps.remove', { params: { id: help.id } }),
            onDone: () => helpsList.drop(help.id),
          })
        }
        empty={{ icon: CircleHelp }}
      />
    </div>
  )
}

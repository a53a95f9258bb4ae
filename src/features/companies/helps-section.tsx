import { type Help, helpForm, PLATFORM_SUBMIT_MS } from '@contract'
import { Form, Input } from 'antd'
import { CircleHelp, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '@/api'
import { EditDialog, Guard, PagedScreen, useLiveRow, useRemove } from '@/features/kit'
import { useTexts } from '@/i18n'
import { helpsList } from '@/stores/companies'
import { useUser } from '@/stores/session'
import type { Column } from '@/ui'
import styles from './companies.module.css'
import { useSaving } from './use-saving'

const fieldsOf = ({ title, video, description }: Help) => ({ title, video, description })
const FRESH = { title: '', video: '', description: '' }

/** Adds or changes a help video. */
export function HelpDialog({ help, onClose }: { help: Help | null; onClose: () => void }) {
  const { t } = useTexts()
  const saving = useSaving('help')
  const live = useLiveRow(helpsList, help?.id ?? null, fieldsOf)
  const save = async (body: z.output<typeof helpForm>): Promise<void> =>
    helpsList.keep(
      await (help ? call('helps.update', { params: { id: help.id }, body }) : call('helps.create', { body })),
    )
  return (
    <EditDialog
      keepAs={`help ${help?.id ?? 'new'}`}
      schema={helpForm}
      title={t(help ? 'companies.helps.editTitle' : 'companies.helps.add')}
      initial={help ? fieldsOf(help) : FRESH}
      live={live}
      save={body => saving(() => save(body))}
      describe={(name, value) => ({ label: t(`companies.helps.field.${name}`), value: String(value) })}
      submitLabel={t(help ? 'common.save' : 'common.add')}
      minBusyMs={PLATFORM_SUBMIT_MS}
      onClose={onClose}
    >
      {({ item }) => (
        <>
          <Form.Item {...item('title')} label={t('companies.helps.field.title')}>
            <Input autoComplete="off" dir="auto" />
          </Form.Item>
          <Form.Item
            {...item('video')}
            label={t('companies.helps.field.video')}
            extra={t('companies.helps.videoHint')}
          >
            <Input autoComplete="off" spellCheck={false} />
          </Form.Item>
          <Form.Item {...item('description')} label={t('companies.helps.field.description')}>
            <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} dir="auto" />
          </Form.Item>
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
  const [editing, setEditing] = useState<Help | 'new' | null>(null)
  const columns: Column<Help>[] = [
    {
      key: 'title',
      title: t('companies.helps.field.title'),
      width: 'minmax(0, 3fr)',
      render: ({ title }) => title,
    },
    {
      key: 'description',
      title: t('companies.helps.field.description'),
      width: 'minmax(0, 3fr)',
      foldable: true,
      render: ({ description }) => description,
    },
    {
      key: 'video',
      title: t('companies.helps.field.video'),
      width: '144px',
      foldable: true,
      render: ({ video }) => video,
    },
  ]
  return (
    <div className={styles.frame} data-wide>
      <PagedScreen
        nested
        list={helpsList}
        title={t('companies.helps.title')}
        countText={count => t('companies.helps.count', { count })}
        searchLabel={t('companies.helps.search')}
        columns={columns}
        rowName={({ title }) => title}
        onOpen={setEditing}
        rowActions={help => [
          {
            key: 'edit',
            icon: Pencil,
            label: t('companies.edit', { name: help.title }),
            run: () => setEditing(help),
          },
          {
            key: 'remove',
            icon: Trash2,
            danger: true,
            label: t('companies.remove', { name: help.title }),
            run: () =>
              void remove({
                name: help.title,
                okLabel: t('companies.remove', { name: help.title }),
                remove: () => call('helps.remove', { params: { id: help.id } }),
                onDone: () => helpsList.drop(help.id),
              }),
          },
        ]}
        add={{ label: t('companies.helps.add'), run: () => setEditing('new') }}
        empty={{ icon: CircleHelp, title: t('companies.helps.none'), text: t('companies.helps.empty') }}
      >
        {editing ? (
          <HelpDialog
            key={editing === 'new' ? 'new' : editing.id}
            help={editing === 'new' ? null : editing}
            onClose={() => setEditing(null)}
          />
        ) : null}
      </PagedScreen>
    </div>
  )
}

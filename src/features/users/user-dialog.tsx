import { newUserForm, PROFILES, TICKET_CEILING_MAX, type User, userForm } from '@contract'
import { Form, Input, Switch } from 'antd'
import { type ReactNode, useEffect, useId, useMemo } from 'react'
import type { z } from 'zod'
import { ApiError } from '@/api'
import { EditDialog, type EditForm, FormPart, kinds, rowWords, useEdited } from '@/features/kit'
import { isTextKey, useTexts } from '@/i18n'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { saved } from '@/stores/saved'
import { useOffered } from '@/stores/servers'
import { useHolds, useUser } from '@/stores/session'
import { usersList } from '@/stores/users'
import { QueueName, Select } from '@/ui'
import { bodyOf, FRESH, fieldsOf } from './people'
import { SeesNothing } from './sees-nothing'
import styles from './users.module.css'

export interface UserDialogProps {
  /** Who is changed; null adds somebody. */
  user: User | null
  onClose: () => void
  title?: string
  /** Stands above the fields. */
  facts?: ReactNode
}

/** Adds or changes a user: who may not change profile or queues does not see them. */
export function UserDialog({ user, onClose, title, facts }: UserDialogProps) {
  const { t } = useTexts()
  const me = useUser()
  const queues = useQueues()
  const editsProfile = useHolds('user-modal:editProfile')
  const editsQueues = useHolds('user-modal:editQueues')
  const assigns = useOffered('assignment') && editsQueues
  const adds = user === null
  const switchId = useId()

  useEffect(() => void queuesDirectory.ensure(), [])
  // One's own record is known without a list.
  const own = useMemo(() => (me && me.id === user?.id ? fieldsOf(me) : undefined), [me, user?.id])
  // Every ticket is without a queue then: somebody new would see none.
  const noQueues = queuesDirectory.use(({ status, items }) => status === 'ready' && items.length === 0)
  const fresh = { ...FRESH, allTicket: noQueues, queueIds: [], skillIds: [] }
  const edited = useEdited('users', usersList, user, fresh, fieldsOf)
  if (!me) return null

  const save = async (fields: z.output<typeof userForm>): Promise<void> => {
    const body = bodyOf(fields, me)
    usersList.keep(await saved('users', user, body))
  }
  const label = (name: string): string => {
    const key = `users.dialog.${{ queueIds: 'queues', whatsappId: 'connection', skillIds: 'skills' }[name] ?? name}`
    return isTextKey(key) ? t(key) : name
  }
  const profiles = PROFILES.map(value => ({ value, label: t(`users.profile.${value}`) }))
  return (
    <EditDialog
      // Whoever is new has no password to keep.
      {...edited}
      schema={adds ? (newUserForm as unknown as typeof userForm) : userForm}
      columns={2}
      title={title ?? t(adds ? 'users.dialog.addTitle' : 'users.dialog.editTitle')}
      initial={{ ...edited.initial, password: '' }}
      live={edited.live ?? own ?? edited.live}
      save={save}
      savedText={t('users.dialog.success')}
      fieldOfCode={{ ERR_DUPLICATED_USER: 'email', ERR_WRONG_PASSWORD: 'currentPassword' }}
      label={label}
      describeError={error =>
        error instanceof ApiError && error.code === 'ERR_PLAN_LIMIT' && error.details.limit !== undefined
          ? t('users.planLimit', { count: error.details.limit })
          : null
      }
      onClose={onClose}
    >
      {edit => (
        <>
          {facts ? <div className={styles.whole}>{facts}</div> : null}
          <FormPart title={t('users.dialog.access')}>
            {edit.field('name', { input: <Input autoComplete="off" /> })}
            {edit.field('email', kinds.text({ inputMode: 'email', spellCheck: false }))}
            {edit.field(
              'password',
              { input: <Input.Password autoComplete="new-password" /> },
              { extra: adds ? undefined : t('users.dialog.passwordKeep') },
            )}
            {user?.id === me.id ? <CurrentPassword edit={edit} /> : null}
            {editsProfile ? edit.field('profile', kinds.choice(profiles), { required: true }) : null}
          </FormPart>
          <FormPart title={t('users.dialog.work')}>
            {editsQueues
              ? edit.field(
                  'queueIds',
                  {
                    input: (
                      <Select
                        mode="multiple"
                        placeholder={t('users.noQueues')}
                        options={queues.map(({ id, name, color }) => ({ value: id, label: name, color }))}
                        optionRender={({ data }) => <QueueName name={data.label} color={data.color} />}
                      />
                    ),
                    words: rowWords('queue', t('users.noQueues')),
                  },
                  { className: styles.whole },
                )
              : null}
            {editsQueues ? <SeesNothing form={edit.form} /> : null}
            {edit.field(
              'whatsappId',
              kinds.one('whatsapp', t('users.dialog.connectionHint'), { allowClear: true }),
            )}
            {assigns
              ? edit.field(
                  'ticketCeiling',
                  kinds.number({ min: 0, max: TICKET_CEILING_MAX, style: { width: '100%' } }),
                  { extra: t('users.dialog.ceilingHint') },
                )
              : null}
            {assigns
              ? edit.field('skillIds', kinds.several('tag', t('users.dialog.skillsHint')), {
                  className: styles.whole,
                })
              : null}
            {editsQueues ? (
              <div className={styles.switch}>
                <Form.Item {...edit.item('allTicket')} valuePropName="checked" noStyle>
                  <Switch id={switchId} />
                </Form.Item>
                <label htmlFor={switchId}>{t('users.dialog.allTicket')}</label>
              </div>
            ) : null}
          </FormPart>
        </>
      )}
    </EditDialog>
  )
}

/** The own password so far, where the server asks for it and a new one is typed. */
function CurrentPassword({ edit }: { edit: EditForm<typeof userForm> }) {
  const { t } = useTexts()
  const asked = useOffered('passwordProof')
  const typed = Form.useWatch('password', edit.form)
  if (!asked || !typed) return null
  const item = edit.item('currentPassword')
  return (
    <Form.Item
      {...item}
      label={t('users.dialog.currentPassword')}
      required
      rules={[...item.rules, { required: true, message: t('kit.form.required') }]}
    >
      <Input.Password autoComplete="current-password" />
    </Form.Item>
  )
}

import { newUserForm, PROFILES, TICKET_CEILING_MAX, type User, userForm } from '@contract'
import { Form, Input, Switch } from 'antd'
import { type ReactNode, useEffect, useId, useMemo } from 'react'
import type { z } from 'zod'
import { ApiError, call } from '@/api'
import { EditDialog, type EditForm, FormPart, NumberField, useLiveRow } from '@/features/kit'
import { isTextKey, useTexts } from '@/i18n'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { useOffered } from '@/stores/servers'
import { useHolds, useUser } from '@/stores/session'
import { tagsDirectory, useTags } from '@/stores/tags'
import { usersList } from '@/stores/users'
import { useWhatsapps, whatsappsDirectory } from '@/stores/whatsapps'
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
  const connections = useWhatsapps()
  const editsProfile = useHolds('user-modal:editProfile')
  const editsQueues = useHolds('user-modal:editQueues')
  const assigns = useOffered('assignment') && editsQueues
  const tags = useTags()
  const adds = user === null
  const switchId = useId()

  useEffect(() => {
    void queuesDirectory.ensure()
    void whatsappsDirectory.ensure()
    if (assigns) void tagsDirectory.ensure()
  }, [assigns])
  const listed = useLiveRow(usersList, user?.id ?? null, fieldsOf)
  // One's own record is known without a list.
  const own = useMemo(() => (me && me.id === user?.id ? fieldsOf(me) : undefined), [me, user?.id])
  // Every ticket is without a queue then: somebody new would see none.
  const noQueues = queuesDirectory.use(({ status, items }) => status === 'ready' && items.length === 0)
  if (!me) return null

  const save = async (fields: z.output<typeof userForm>): Promise<void> => {
    const body = bodyOf(fields, me)
    usersList.keep(
      await (adds ? call('users.create', { body }) : call('users.update', { params: { id: user.id }, body })),
    )
  }
  const label = (name: string): string => {
    const key = `users.dialog.${{ queueIds: 'queues', whatsappId: 'connection', skillIds: 'skills' }[name] ?? name}`
    return isTextKey(key) ? t(key) : name
  }
  const words = (name: string, value: unknown): string => {
    const profile = PROFILES.find(one => name === 'profile' && one === value)
    if (profile) return t(`users.profile.${profile}`)
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
    const named = { queueIds: queues, whatsappId: connections, skillIds: tags }[name]
    if (!named) return String(value ?? '')
    const ids = [value].flat()
    return named.flatMap(one => (ids.includes(one.id) ? [one.name] : [])).join(', ')
  }

  return (
    <EditDialog
      // Whoever is new has no password to keep.
      keepAs={`user ${user?.id ?? 'new'}`}
      schema={adds ? (newUserForm as unknown as typeof userForm) : userForm}
      columns={2}
      title={title ?? t(adds ? 'users.dialog.addTitle' : 'users.dialog.editTitle')}
      initial={
        user
          ? { ...fieldsOf(user), password: '' }
          : { ...FRESH, allTicket: noQueues, queueIds: [], skillIds: [] }
      }
      live={listed ?? own ?? listed}
      save={save}
      savedText={t('users.dialog.success')}
      fieldOfCode={{ ERR_DUPLICATED_USER: 'email', ERR_WRONG_PASSWORD: 'currentPassword' }}
      describe={(name, value) => ({ label: label(name), value: words(name, value) })}
      describeError={error =>
        error instanceof ApiError && error.code === 'ERR_PLAN_LIMIT' && error.details.limit !== undefined
          ? t('users.planLimit', { count: error.details.limit })
          : null
      }
      submitLabel={t(adds ? 'common.add' : 'common.save')}
      onClose={onClose}
    >
      {edit => (
        <>
          {facts ? <div className={styles.whole}>{facts}</div> : null}
          <FormPart title={t('users.dialog.access')}>
            <Form.Item {...edit.item('name')} label={t('users.dialog.name')}>
              <Input autoComplete="off" />
            </Form.Item>
            <Form.Item {...edit.item('email')} label={t('users.dialog.email')}>
              <Input inputMode="email" autoComplete="off" spellCheck={false} />
            </Form.Item>
            <Form.Item
              {...edit.item('password')}
              label={t('users.dialog.password')}
              extra={adds ? undefined : t('users.dialog.passwordKeep')}
            >
              <Input.Password autoComplete="new-password" />
            </Form.Item>
            {user?.id === me.id ? <CurrentPassword edit={edit} /> : null}
            {editsProfile ? (
              <Form.Item {...edit.item('profile')} label={t('users.dialog.profile')} required>
                <Select
                  options={PROFILES.map(profile => ({
                    value: profile,
                    label: t(`users.profile.${profile}`),
                  }))}
                />
              </Form.Item>
            ) : null}
          </FormPart>
          <FormPart title={t('users.dialog.work')}>
            {editsQueues ? (
              <Form.Item {...edit.item('queueIds')} label={t('users.dialog.queues')} className={styles.whole}>
                <Select
                  mode="multiple"
                  placeholder={t('users.noQueues')}
                  options={queues.map(queue => ({ value: queue.id, label: queue.name, color: queue.color }))}
                  optionRender={option => <QueueName name={option.data.label} color={option.data.color} />}
                />
              </Form.Item>
            ) : null}
            {editsQueues ? <SeesNothing form={edit.form} /> : null}
            <Form.Item {...edit.item('whatsappId')} label={t('users.dialog.connection')}>
              <Select
                allowClear
                showSearch
                placeholder={t('users.dialog.connectionHint')}
                options={connections.map(connection => ({ value: connection.id, label: connection.name }))}
              />
            </Form.Item>
            {assigns ? (
              <Form.Item
                {...edit.item('ticketCeiling')}
                label={t('users.dialog.ticketCeiling')}
                extra={t('users.dialog.ceilingHint')}
              >
                <NumberField min={0} max={TICKET_CEILING_MAX} style={{ width: '100%' }} />
              </Form.Item>
            ) : null}
            {assigns ? (
              <Form.Item {...edit.item('skillIds')} label={t('users.dialog.skills')} className={styles.whole}>
                <Select
                  mode="multiple"
                  placeholder={t('users.dialog.skillsHint')}
                  options={tags.map(tag => ({ value: tag.id, label: tag.name }))}
                />
              </Form.Item>
            ) : null}
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

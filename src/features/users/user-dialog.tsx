import { DIALOG_SUBMIT_MS, PROFILES, type User } from '@contract'
import { Form, Input, Switch } from 'antd'
import { type ReactNode, useEffect, useId } from 'react'
import { ApiError, call } from '@/api'
import { errorText, useTexts } from '@/i18n'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { useOffered } from '@/stores/servers'
import { useHolds, useUser } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { useWhatsapps, whatsappsDirectory } from '@/stores/whatsapps'
import { FormDialog, QueueName, Select } from '@/ui'
import { bodyOf, type FieldFault, faultOf, fieldsOf, type UserFields } from './people'
import styles from './users.module.css'

export interface UserDialogProps {
  /** Who is changed; null adds somebody. */
  user: User | null
  onClose: () => void
  /** Told after a save, with what the server answered. */
  onSaved?: (user: User) => void
  title?: string
  /** Stands above the fields. */
  facts?: ReactNode
}

/** Adds or changes a user (specification 1 sections 5 and 6): who may not change profile or queues does not see them. */
export function UserDialog({ user, onClose, onSaved, title, facts }: UserDialogProps) {
  const { t } = useTexts()
  const me = useUser()
  const [form] = Form.useForm<UserFields>()
  const queues = useQueues()
  const connections = useWhatsapps()
  const editsProfile = useHolds('user-modal:editProfile')
  const editsQueues = useHolds('user-modal:editQueues')
  const adds = user === null
  const asksPassword = useOffered('passwordProof')
  const newPassword = Form.useWatch('password', form)
  const switchId = useId()

  useEffect(() => {
    void queuesDirectory.ensure()
    void whatsappsDirectory.ensure()
  }, [])
  if (!me) return null
  const provesPassword = asksPassword && user?.id === me.id && Boolean(newPassword)

  const check = (fault: (value: string) => FieldFault | null) => ({
    validator: (_rule: unknown, value: string | undefined) => {
      const found = fault(value ?? '')
      return found ? Promise.reject(new Error(t(`users.dialog.${found}`))) : Promise.resolve()
    },
  })
  const submit = async (fields: UserFields): Promise<void> => {
    const body = bodyOf(fields, me)
    const saved = adds
      ? await call('users.create', { body })
      : await call('users.update', { params: { id: user.id }, body })
    toasts.success(t('users.dialog.success'))
    onSaved?.(saved)
    onClose()
  }

  return (
    <FormDialog<UserFields>
      open
      columns={2}
      title={title ?? t(adds ? 'users.dialog.addTitle' : 'users.dialog.editTitle')}
      form={form}
      initialValues={fieldsOf(user)}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t(adds ? 'common.add' : 'common.save')}
      cancelLabel={t('common.cancel')}
      describeError={error =>
        error instanceof ApiError && error.code === 'ERR_PLAN_LIMIT' && error.details.limit !== undefined
          ? t('users.planLimit', { limit: error.details.limit })
          : errorText(t, error)
      }
      minBusyMs={DIALOG_SUBMIT_MS}
    >
      {facts ? <div className={styles.whole}>{facts}</div> : null}
      <Form.Item<UserFields>
        name="name"
        label={t('users.dialog.name')}
        required
        rules={[check(faultOf.name)]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item<UserFields>
        name="email"
        label={t('users.dialog.email')}
        required
        rules={[check(faultOf.email)]}
      >
        <Input type="email" inputMode="email" autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item<UserFields>
        name="password"
        label={t('users.dialog.password')}
        required={adds}
        rules={[check(value => faultOf.password(value, adds))]}
        extra={adds ? undefined : t('users.dialog.passwordKeep')}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      {provesPassword ? (
        <Form.Item<UserFields>
          name="currentPassword"
          label={t('users.dialog.currentPassword')}
          required
          rules={[check(value => (value === '' ? 'required' : null))]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
      ) : null}
      {editsProfile ? (
        <Form.Item<UserFields> name="profile" label={t('users.dialog.profile')} required>
          <Select
            options={PROFILES.map(profile => ({ value: profile, label: t(`users.profile.${profile}`) }))}
          />
        </Form.Item>
      ) : null}
      {editsQueues ? (
        <Form.Item<UserFields> name="queueIds" label={t('users.dialog.queues')} className={styles.whole}>
          <Select
            mode="multiple"
            placeholder={t('users.noQueues')}
            options={queues.map(queue => ({ value: queue.id, label: queue.name, color: queue.color }))}
            optionRender={option => <QueueName name={option.data.label} color={option.data.color} />}
          />
        </Form.Item>
      ) : null}
      <Form.Item<UserFields> name="whatsappId" label={t('users.dialog.connection')}>
        <Select
          allowClear
          showSearch
          placeholder={t('users.dialog.connectionHint')}
          options={connections.map(connection => ({ value: connection.id, label: connection.name }))}
        />
      </Form.Item>
      {editsQueues ? (
        <div className={styles.switch}>
          <Form.Item<UserFields> name="allTicket" valuePropName="checked" noStyle>
            <Switch id={switchId} />
          </Form.Item>
          <label htmlFor={switchId}>{t('users.dialog.allTicket')}</label>
        </div>
      ) : null}
    </FormDialog>
  )
}

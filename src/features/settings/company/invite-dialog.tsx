import { invitationForm, type NewInvitation, PROFILES } from '@contract'
import { Button, Form, Input, Modal } from 'antd'
import { useEffect, useId } from 'react'
import type { z } from 'zod'
import { call } from '@/api'
import { KeptFormDialog, kinds, useFieldsOf } from '@/features/kit'
import { SeesNothing } from '@/features/users'
import { errorText, useTexts } from '@/i18n'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { toasts } from '@/stores/toasts'
import { usersDirectory, useUsers } from '@/stores/users'
import { looks, QrCode, QueueName, Select } from '@/ui'
import styles from './colleagues.module.css'

type Wanted = z.input<typeof invitationForm>
const FRESH: Wanted = { name: '', profile: 'user', queueIds: [], userId: null }

/** Who is invited: somebody new, with profile and queues, or somebody who has a user and another computer. */
export function InviteDialog({
  onInvited,
  onClose,
}: {
  onInvited: (invitation: NewInvitation) => void
  onClose: () => void
}) {
  const { t } = useTexts()
  const queues = useQueues()
  const people = useUsers()
  useEffect(() => {
    void queuesDirectory.ensure()
    void usersDirectory.ensure()
  }, [])
  const [form] = Form.useForm<Wanted>()
  const known = Form.useWatch('userId', form)
  const profiles = PROFILES.map(value => ({ value, label: t(`users.profile.${value}`) }))
  const field = useFieldsOf(invitationForm, name =>
    t(name === 'userId' ? 'localNetwork.who' : `users.dialog.${name === 'queueIds' ? 'queues' : name}`),
  )
  const invite = async (wanted: Wanted): Promise<void> => {
    const body = invitationForm.parse({ ...FRESH, ...wanted })
    onInvited(await call('invitations.create', { body }))
    onClose()
  }
  return (
    <KeptFormDialog<Wanted>
      keepAs="invitation"
      open
      title={t('localNetwork.inviteTitle')}
      form={form}
      initialValues={FRESH}
      onSubmit={invite}
      onClose={onClose}
      submitLabel={t('localNetwork.inviteAction')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
    >
      {field(
        'userId',
        kinds.choice(
          people.map(({ id, name }) => ({ value: id, label: name })),
          {
            allowClear: true,
            showSearch: true,
            placeholder: t('localNetwork.somebodyNew'),
            onChange: id => form.setFieldValue('name', people.find(one => one.id === id)?.name ?? ''),
          },
        ),
        { extra: t('localNetwork.whoHint') },
      )}
      {known ? null : (
        <>
          {field('name', kinds.text())}
          {field('profile', kinds.choice(profiles))}
          {field(
            'queueIds',
            {
              input: (
                <Select
                  mode="multiple"
                  placeholder={t('users.noQueues')}
                  options={queues.map(({ id, name, color }) => ({ value: id, label: name, color }))}
                  optionRender={option => <QueueName name={option.data.label} color={option.data.color} />}
                />
              ),
            },
            { required: false },
          )}
          <SeesNothing form={form} />
        </>
      )}
    </KeptFormDialog>
  )
}

/** Something to hand on, with a press that copies it. */
function ToHandOn({ label, value, hint }: { label: string; value: string; hint?: string }) {
  const { t } = useTexts()
  const id = useId()
  const copy = (): void =>
    void navigator.clipboard.writeText(value).then(
      () => toasts.success(t('common.copied')),
      () => toasts.error(t('errors.unknown')),
    )
  return (
    <Form.Item label={label} htmlFor={id} extra={hint}>
      <span className={looks.row8}>
        <Input id={id} value={value} readOnly onFocus={event => event.target.select()} />
        <Button onClick={copy} aria-label={t('localNetwork.copy', { what: label })}>
          {t('common.copy')}
        </Button>
      </span>
    </Form.Item>
  )
}

/** An invitation that was just made: shown this once. */
export function InvitationDialog({
  invitation,
  onClose,
}: {
  invitation: NewInvitation
  onClose: () => void
}) {
  const { t, format } = useTexts()
  const { name, at, link, code, expiresAt } = invitation
  return (
    <Modal open title={t('localNetwork.forWhom', { name })} onCancel={onClose} footer={null}>
      <p className={styles.note}>
        {t('localNetwork.once', { when: `${format.date(expiresAt)} ${format.clock(expiresAt)}` })}
      </p>
      <Form layout="vertical">
        <ToHandOn label={t('localNetwork.link')} value={link} hint={t('localNetwork.linkHint')} />
        <QrCode text={link} label={t('localNetwork.qr', { name })} className={styles.qr} />
        <ToHandOn label={t('localNetwork.address')} value={at} />
        <ToHandOn label={t('localNetwork.code')} value={code} hint={t('localNetwork.codeHint')} />
      </Form>
    </Modal>
  )
}

import { BUSINESS_VERTICALS, type CloudProfile, cloudProfileForm } from '@contract'
import { Form, Input } from 'antd'
import { call } from '@/api'
import { EditDialog } from '@/features/kit'
import { useTexts } from '@/i18n'
import { counted, Select } from '@/ui'

/** Meta did not take the profile; the reason is one of a connection's. */
class NotTaken extends Error {
  constructor(readonly reason: Exclude<CloudProfile['reason'], ''>) {
    super(reason)
  }
}

interface ProfileDialogProps {
  id: number
  name: string
  profile: NonNullable<CloudProfile['profile']>
  onSaved: (saved: CloudProfile) => void
  onClose: () => void
}

/** What customers see of the company behind a number of the Cloud API. */
export function ProfileDialog({ id, name, profile, onSaved, onClose }: ProfileDialogProps) {
  const { t } = useTexts()
  const known = BUSINESS_VERTICALS.find(one => one === profile.vertical)
  const verticals = [
    ...BUSINESS_VERTICALS.map(value => ({
      value: value as string,
      label: t(`connections.verticals.${value}`),
    })),
    // Nothing chosen yet, or what Meta has besides: it stays until something else is chosen.
    ...(known
      ? []
      : [{ value: profile.vertical, label: profile.vertical || t('connections.profile.noVertical') }]),
  ]
  return (
    <EditDialog
      keepAs={`number profile ${id}`}
      schema={cloudProfileForm}
      title={t('connections.profile.title', { name })}
      initial={profile}
      live={profile}
      describe={(field, value) => ({ label: t(`connections.profile.${field}`), value: String(value ?? '') })}
      describeError={error => (error instanceof NotTaken ? t(`connections.reason.${error.reason}`) : null)}
      save={async body => {
        const saved = await call('whatsapps.saveCloudProfile', { params: { id }, body })
        if (saved.reason !== '') throw new NotTaken(saved.reason)
        onSaved(saved)
      }}
      savedText={t('connections.profile.saved')}
      onClose={onClose}
    >
      {edit => (
        <>
          <Form.Item {...edit.item('about')} label={t('connections.profile.about')} required>
            <Input count={counted(139)} />
          </Form.Item>
          <Form.Item {...edit.item('description')} label={t('connections.profile.description')}>
            <Input.TextArea rows={3} count={counted(512)} />
          </Form.Item>
          <Form.Item {...edit.item('vertical')} label={t('connections.profile.vertical')}>
            <Select showSearch options={verticals} />
          </Form.Item>
          <Form.Item {...edit.item('address')} label={t('connections.profile.address')}>
            <Input autoComplete="off" />
          </Form.Item>
          <Form.Item {...edit.item('email')} label={t('connections.profile.email')}>
            <Input inputMode="email" autoComplete="off" />
          </Form.Item>
          <Form.Item {...edit.item('website1')} label={t('connections.profile.website1')}>
            <Input inputMode="url" placeholder="https://" />
          </Form.Item>
          <Form.Item {...edit.item('website2')} label={t('connections.profile.website2')}>
            <Input inputMode="url" placeholder="https://" />
          </Form.Item>
        </>
      )}
    </EditDialog>
  )
}

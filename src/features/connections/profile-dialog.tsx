import { BUSINESS_VERTICALS, type CloudProfile, cloudProfileForm } from '@contract'
import { Input } from 'antd'
import { call } from '@/api'
import { EditDialog, kinds } from '@/features/kit'
import { useTexts } from '@/i18n'
import { counted } from '@/ui'

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
      label={field => t(`connections.profile.${field}`)}
      describeError={error => (error instanceof NotTaken ? t(`connections.reason.${error.reason}`) : null)}
      save={async body => {
        const saved = await call('whatsapps.saveCloudProfile', { params: { id }, body })
        if (saved.reason !== '') throw new NotTaken(saved.reason)
        onSaved(saved)
      }}
      savedText={t('connections.profile.saved')}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {field('about', { input: <Input count={counted(139)} /> }, { required: true })}
          {field('description', { input: <Input.TextArea rows={3} count={counted(512)} /> })}
          {field('vertical', kinds.choice(verticals, { showSearch: true }))}
          {field('address', kinds.text())}
          {field('email', kinds.text({ inputMode: 'email' }))}
          {field('website1', { input: <Input inputMode="url" placeholder="https://" /> })}
          {field('website2', { input: <Input inputMode="url" placeholder="https://" /> })}
        </>
      )}
    </EditDialog>
  )
}

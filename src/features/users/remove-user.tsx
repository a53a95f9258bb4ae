import type { User } from '@contract'
import { Form, Radio } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '@/api'
import { useRemove } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { toasts } from '@/stores/toasts'
import { usersDirectory, usersList, useUsers } from '@/stores/users'
import { FormDialog, Select } from '@/ui'
import styles from './users.module.css'

interface Leaver {
  user: User
  /** Open tickets the person holds. */
  count: number
}

interface Fields {
  heir: 'queue' | 'colleague'
  colleagueId?: number
}

/** Deleting somebody: what they hold is counted first, and what becomes of it is asked. Nothing is lost. */
export function useUserRemoval(): { ask: (user: User) => Promise<void>; dialog: ReactNode } {
  const { t } = useTexts()
  const remove = useRemove()
  const gives = useOffered('colleagueTakesOver')
  const schedulesGo = useOffered('schedulesTakeOver')
  const [leaver, setLeaver] = useState<Leaver | null>(null)

  const ask = async (user: User): Promise<void> => {
    let count = 0
    try {
      count = (await call('users.openTickets', { params: { id: user.id } })).count
    } catch (error) {
      toasts.error(errorText(t, error))
      return
    }
    if (count > 0 && gives) {
      setLeaver({ user, count })
      return
    }
    await remove({
      name: user.name,
      text: t(count > 0 ? 'users.removeWaiting' : schedulesGo ? 'users.removeText' : 'users.removeUnowned', {
        count,
      }),
      doneText: t('users.removed'),
      remove: () => call('users.remove', { params: { id: user.id } }),
      onDone: () => usersList.drop(user.id),
    })
  }
  return {
    ask,
    dialog: leaver ? <RemoveDialog key={leaver.user.id} {...leaver} onClose={() => setLeaver(null)} /> : null,
  }
}

function RemoveDialog({ user, count, onClose }: Leaver & { onClose: () => void }) {
  const { t } = useTexts()
  const [form] = Form.useForm<Fields>()
  const colleagues = useUsers().filter(one => one.id !== user.id)
  const heir = Form.useWatch('heir', form)
  useEffect(() => void usersDirectory.ensure(), [])

  return (
    <FormDialog<Fields>
      open
      danger
      title={t('kit.remove.title')}
      form={form}
      initialValues={{ heir: 'queue' }}
      submitLabel={t('common.delete')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
      onClose={onClose}
      onSubmit={async ({ heir: chosen, colleagueId }) => {
        const query = chosen === 'colleague' && colleagueId !== undefined ? { colleagueId } : {}
        await call('users.remove', { params: { id: user.id }, query })
        usersList.drop(user.id)
        toasts.success(t('users.removed'))
        onClose()
      }}
    >
      <p>{t('kit.remove.text')}</p>
      <p>{t('users.holds', { count, name: user.name })}</p>
      <Form.Item<Fields> name="heir" label={t('users.heir')}>
        <Radio.Group
          className={styles.heirs ?? ''}
          options={[
            { value: 'queue', label: t('users.heirQueue') },
            { value: 'colleague', label: t('users.heirColleague') },
          ]}
        />
      </Form.Item>
      {heir === 'colleague' ? (
        <Form.Item<Fields>
          name="colleagueId"
          label={t('users.colleague')}
          rules={[{ required: true, message: t('kit.form.required') }]}
        >
          <Select
            showSearch
            options={colleagues.map(one => ({ value: one.id, label: one.name, about: one.email }))}
          />
        </Form.Item>
      ) : null}
    </FormDialog>
  )
}

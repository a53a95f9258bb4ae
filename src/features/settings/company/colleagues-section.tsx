import type { NewInvitation, OpenInvitation } from '@contract'
import { Button } from 'antd'
import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { useAttempt, useRemove } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { localNetwork } from '@/stores/local-network'
import { useUser } from '@/stores/session'
import { IconButton, SkeletonRows } from '@/ui'
import { Group, Line, SwitchLine } from '../parts'
import styles from './colleagues.module.css'
import { InvitationDialog, InviteDialog } from './invite-dialog'

/** How often the network is looked at while it is shown. Milliseconds. */
const LOOK_MS = 5_000

/** Colleagues of this network: let in or not, and the invitations that can still be taken. */
export function ColleaguesSection() {
  const { t } = useTexts()
  const isSuper = useUser()?.super === true
  const attempt = useAttempt()
  const { items, status, error } = localNetwork.use()
  const [network] = items
  const [busy, setBusy] = useState(false)
  const [inviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<NewInvitation | null>(null)
  const again = (): void => void localNetwork.reload()
  // Addresses change without a word: a computer wakes before its network does.
  useEffect(() => {
    void localNetwork.reload()
    const looking = setInterval(() => void localNetwork.reload(), LOOK_MS)
    return () => clearInterval(looking)
  }, [])
  if (!network)
    return status === 'failed' ? (
      <LoadError title={t('localNetwork.failed')} error={error} onRetry={again} />
    ) : (
      <SkeletonRows count={2} height={56} label={t('common.loading')} />
    )
  const turn = async (on: boolean): Promise<void> => {
    setBusy(true)
    await attempt(
      () => call(on ? 'localNetwork.open' : 'localNetwork.close'),
      t(on ? 'localNetwork.opened' : 'localNetwork.closed'),
    )
    await localNetwork.reload()
    setBusy(false)
  }
  const { on, places, invitations } = network
  const where =
    places.length > 0 ? t('localNetwork.where', { places: places.join(', ') }) : t('localNetwork.nowhere')
  return (
    <>
      <Group alone title={t('localNetwork.title')}>
        <SwitchLine
          label={t('localNetwork.switch')}
          hint={on ? where : t('localNetwork.offHint')}
          checked={on}
          loading={busy}
          disabled={!isSuper}
          onChange={value => void turn(value)}
        />
        {on ? (
          <Line label={t('localNetwork.invite')} hint={t('localNetwork.inviteHint')}>
            {() => (
              <Button type="primary" disabled={places.length === 0} onClick={() => setInviting(true)}>
                {t('localNetwork.inviteAction')}
              </Button>
            )}
          </Line>
        ) : null}
      </Group>
      {invitations.length > 0 ? (
        <Group title={t('localNetwork.open')}>
          {invitations.map(invitation => (
            <Invitation key={invitation.id} invitation={invitation} />
          ))}
        </Group>
      ) : null}
      <p className={styles.note}>{t(isSuper ? 'localNetwork.note' : 'localNetwork.notSuper')}</p>
      {inviting ? (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={made => {
            again()
            setInvited(made)
          }}
        />
      ) : null}
      {invited ? <InvitationDialog invitation={invited} onClose={() => setInvited(null)} /> : null}
    </>
  )
}

function Invitation({ invitation }: { invitation: OpenInvitation }) {
  const { t, format } = useTexts()
  const remove = useRemove()
  const { id, name, profile, userId, expiresAt } = invitation
  const what = userId === null ? t(`users.profile.${profile}`) : t('localNetwork.hasUser')
  const takeBack = () =>
    remove({
      title: t('localNetwork.takeBack'),
      name,
      text: t('localNetwork.takeBackText'),
      okLabel: t('localNetwork.takeBack'),
      doneText: t('localNetwork.takenBack'),
      remove: () => call('invitations.remove', { params: { id } }),
      onDone: () => void localNetwork.reload(),
    })
  return (
    <Line
      label={name}
      hint={`${what} · ${t('localNetwork.until', { when: `${format.date(expiresAt)} ${format.clock(expiresAt)}` })}`}
    >
      {() => (
        <IconButton
          icon={Trash2}
          label={t('localNetwork.takeBackNamed', { name })}
          onClick={() => void takeBack()}
        />
      )}
    </Line>
  )
}

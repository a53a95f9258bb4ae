import type { Whatsapp } from '@contract'
import { useState } from 'react'
import { call } from '@/api'
import { useAttempt } from '@/features/kit'
import { useTexts } from '@/i18n'
import { useConfirm } from '@/ui'
import { isSetUp, type SessionAction } from './status'

export interface SessionActions {
  run: (action: SessionAction, connection: Whatsapp) => void
  /** Connections a call is on its way for. */
  busy: ReadonlySet<number>
}

/**
 * What the buttons of a row do. The new state itself arrives as an event.
 * @param showCode opens the QR dialog of a connection.
 * @param setUp opens the set-up of a number that has no code.
 */
export function useSessionActions(
  showCode: (id: number) => void,
  setUp: (id: number) => void,
): SessionActions {
  const { t } = useTexts()
  const attempt = useAttempt()
  const confirm = useConfirm()
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())

  const during = async (id: number, work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(before => new Set(before).add(id))
    const done = await attempt(work, '')
    setBusy(before => new Set([...before].filter(one => one !== id)))
    return done
  }
  const perform = async (action: SessionAction, connection: Whatsapp): Promise<void> => {
    const { id, name } = connection
    const params = { id }
    if (action === 'setUp') setUp(id)
    if (action === 'showCode') showCode(id)
    if (action === 'retry') await during(id, () => call('whatsapps.connect', { params }))
    if (action === 'newCode' && (await during(id, () => call('whatsapps.newCode', { params })))) showCode(id)
    if (action !== 'disconnect') return
    const sure = await confirm({
      title: t('connections.disconnect.title', { name }),
      text: t(isSetUp(connection) ? 'connections.disconnect.textHere' : 'connections.disconnect.text'),
      okLabel: t('connections.disconnect.ok'),
      cancelLabel: t('common.cancel'),
      danger: true,
    })
    if (sure) await during(id, () => call('whatsapps.disconnect', { params }))
  }
  return { busy, run: (action, connection) => void perform(action, connection) }
}

import { type ReactNode, useEffect, useState } from 'react'
import { call } from '@/api'
import { useAttempt } from '@/features/kit'
import { useTexts } from '@/i18n'
import { followPairing, usePairing } from '@/stores/pairing'
import { useUser } from '@/stores/session'
import { whatsappsDirectory } from '@/stores/whatsapps'
import { ComponentDialog } from './component-dialog'
import { WEB } from './web-notice'

/** A name nobody has: the given one, or with a number behind it. Pure. */
function freeName(wanted: string, taken: readonly string[]): string {
  const names = new Set(taken)
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted} ${n}`
    if (!names.has(name)) return name
  }
}

/** Pairs a number by its QR code at once: one that waits for a phone, or a new one. */
function usePairNow(showCode: (id: number) => void): () => Promise<unknown> {
  const { t } = useTexts()
  const attempt = useAttempt()
  const { items } = whatsappsDirectory.use()
  const waiting = items.find(
    ({ provider, status, number }) => provider === WEB && status === 'DISCONNECTED' && !number,
  )
  const name = freeName(
    t('connections.component.number'),
    items.map(one => one.name),
  )
  return () =>
    attempt(async () => {
      if (waiting) await call('whatsapps.newCode', { params: { id: waiting.id } })
      const { id } = waiting ?? (await call('whatsapps.create', { body: { name, provider: WEB } }))
      showCode(id)
    }, '')
}

/**
 * Pairing by QR code where its component is installed from here: to admins of a company of one's own.
 * @param showCode opens the QR dialog of a connection.
 * @returns what it is called and how it is opened, null where it is not offered, and the dialog while it is open.
 */
export function usePairOffer(showCode: (id: number) => void): {
  offer: { label: string; open: () => void } | null
  dialog: ReactNode
} {
  const user = useUser()
  const { t } = useTexts()
  const state = usePairing(known => known.state)
  const [shown, setShown] = useState(false)
  const pairNow = usePairNow(showCode)
  useEffect(() => void followPairing(), [])
  const close = (): void => setShown(false)
  const pair = (): void => {
    close()
    void pairNow()
  }
  const may = state?.offered && (user?.super || user?.profile === 'admin')
  const label = t(`connections.component.${state?.installed?.current === false ? 'updateOffer' : 'offer'}`)
  return {
    offer: may ? { label, open: () => setShown(true) } : null,
    dialog: shown ? <ComponentDialog onPair={pair} onClose={close} /> : null,
  }
}

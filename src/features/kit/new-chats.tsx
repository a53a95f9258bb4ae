import { heldBack, type NewChats } from '@contract'
import { Alert } from 'antd'
import { type TFunction, useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import { soonText, useCompanyZone } from '@/stores/company-clock'
import { useWhatsapps } from '@/stores/whatsapps'

/**
 * What WhatsApp keeps a number from beginning with strangers, and until when.
 * @param now epoch milliseconds. @returns null where nothing holds it back.
 */
export function newChatsText(t: TFunction, state: NewChats | null, zone: string, now: number): string | null {
  const held = heldBack(now, state)
  if (!held) return null
  const { until, used, total } = held
  const figures = { used: used ?? '?', total: total ?? '?' }
  if (held.state === 'warned') return t('connections.newChats.warned', figures)
  if (until === null)
    return held.state === 'locked'
      ? t('connections.newChats.locked')
      : t('connections.newChats.capped', figures)
  const at = { until: soonText(until, zone, new Date(now)) }
  return held.state === 'locked'
    ? t('connections.newChats.lockedUntil', at)
    : t('connections.newChats.cappedUntil', { ...figures, ...at })
}

/**
 * The same before somebody writes to strangers through a number; nothing where nothing holds it back.
 * @param whatsappId null or undefined: the default connection.
 */
export function NewChatsNotice({ whatsappId }: { whatsappId: number | null | undefined }) {
  const { t } = useTexts()
  const zone = useCompanyZone()
  const now = useNow()
  const all = useWhatsapps()
  const chosen = all.find(one => (whatsappId == null ? one.isDefault : one.id === whatsappId))
  const text = newChatsText(t, chosen?.newChats ?? null, zone, now)
  return text === null ? null : <Alert showIcon type="warning" role="alert" title={text} />
}

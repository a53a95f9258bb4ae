import { Alert } from 'antd'
import { useTexts } from '@/i18n'
import type { Audience } from './audience'
import styles from './editor.module.css'

/** How many customers Meta still lets be written to first, and whether that is enough. @param people who get it. */
export function Limit({
  audience: { limit, begun, sharing },
  people,
}: {
  audience: Audience
  people: number
}) {
  const { t, format } = useTexts()
  if (!limit) return null
  const left = Math.max(0, limit - begun)
  const figures = { n: format.number(limit), left: format.number(left), people: format.number(people) }
  const names = sharing.map(({ name }) => name)
  const shared = names.length > 1 ? t('campaigns.reach.shared', { names: format.list(names) }) : ''
  if (people <= left)
    return <p className={styles.note}>{`${t('campaigns.reach.limit', figures)} ${shared}`.trim()}</p>
  // Two at least: today is over.
  const days = format.number(1 + Math.ceil((people - left) / limit))
  return (
    <Alert
      showIcon
      type="warning"
      title={t('campaigns.reach.overLimit', { ...figures, days })}
      description={shared || undefined}
    />
  )
}

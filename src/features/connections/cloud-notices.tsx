import { type CloudUse, FREE_SERVICE_MESSAGES } from '@contract'
import { Alert } from 'antd'
import { useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import { useWhatsapps } from '@/stores/whatsapps'
import styles from './connections.module.css'
import { reasonKey } from './status'

/** From when on the end of a version is told, in milliseconds. */
const AHEAD_MS = 365 * 24 * 60 * 60_000
/** From which share of the free messages on their end is told. */
const NEARLY = 0.8

function VersionNotice({ version: { name, endsOn } }: Pick<CloudUse, 'version'>) {
  const { t, format } = useTexts()
  const now = useNow()
  const ends = Date.parse(endsOn)
  if (now <= ends - AHEAD_MS) return null
  return (
    <Alert
      showIcon
      type={now > ends ? 'error' : 'warning'}
      title={t('connections.version.title', { version: name, date: format.date(`${endsOn}T12:00:00`) })}
      description={t('connections.version.text')}
    />
  )
}

/** What whoever keeps connections has to know of Meta, above the list; nothing while there is nothing. */
export function CloudNotices({ use }: { use: CloudUse }) {
  const { t, format } = useTexts()
  const lines = useWhatsapps()
  const limit = format.number(FREE_SERVICE_MESSAGES)
  return (
    <div className={styles.notices}>
      <VersionNotice version={use.version} />
      {lines
        .filter(line => reasonKey(line) === 'unpaid')
        .map(({ id, name }) => (
          <Alert key={id} showIcon type="error" title={name} description={t('connections.reason.unpaid')} />
        ))}
      {use.numbers.map(({ whatsappId, service }) => {
        const name = lines.find(line => line.id === whatsappId)?.name
        if (name === undefined || service < FREE_SERVICE_MESSAGES * NEARLY) return null
        const isOver = service >= FREE_SERVICE_MESSAGES
        return (
          <Alert
            key={whatsappId}
            showIcon
            type="warning"
            title={t(isOver ? 'connections.cost.overTitle' : 'connections.cost.warnTitle', {
              ...{ name, limit },
              used: format.number(service),
            })}
            description={t('connections.cost.warnText')}
          />
        )
      })}
    </div>
  )
}

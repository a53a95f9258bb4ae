import { type CloudUse, FREE_SERVICE_MESSAGES, type Whatsapp } from '@contract'
import { Alert } from 'antd'
import { newChatsText } from '@/features/kit'
import { useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import { useCompanyZone } from '@/stores/company-clock'
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

/**
 * What whoever keeps connections has to know, above the list, whose rows have room for the first words alone; nothing while
 * there is nothing.
 * @param use null where nothing is told of numbers of the Cloud API.
 */
export function ConnectionNotices({ use }: { use: CloudUse | null }) {
  const { t, format } = useTexts()
  const lines = useWhatsapps()
  const zone = useCompanyZone()
  const now = useNow()
  const limit = format.number(FREE_SERVICE_MESSAGES)
  const needOf = (line: Whatsapp): string | null => {
    const reason = reasonKey(line)
    if (reason === null) return newChatsText(t, line.newChats, zone, now)
    return reason === 'unpaid' ? t('connections.reason.unpaid') : null
  }
  return (
    <div className={styles.notices}>
      {use ? <VersionNotice version={use.version} /> : null}
      {lines.map(line => {
        const need = needOf(line)
        return need ? (
          <Alert key={line.id} showIcon type="warning" title={line.name} description={need} />
        ) : null
      })}
      {use?.numbers.map(({ whatsappId, service }) => {
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

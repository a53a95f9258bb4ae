import { API_ERRORS, EXTERNAL_API } from '@contract'
import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '@/api'
import { useTexts } from '@/i18n'
import { useCapability, useOffered, useServers } from '@/stores/servers'
import { whatsappsDirectory } from '@/stores/whatsapps'
import { IconButton, looks } from '@/ui'
import { CodeBlock, useCopy } from './code-block'
import { exampleOf, LANGUAGES } from './examples'
import styles from './messages-api.module.css'
import { type Sample, SendForm } from './send-form'

interface ApiAddress {
  /** Address of the API as other programs reach it; '' while unknown. */
  base: string
  /** Full address of the call that sends. */
  send: string
  /** Answered to this computer alone. */
  local: boolean
}

/** The address of the server in use: as it was chosen, or as a workspace of this computer says itself. */
function useApiAddress(): ApiAddress {
  const current = useServers(({ state }) => state?.servers.find(server => server.key === state.current))
  const described = useCapability('describedApi') === 'native'
  const [fetched, setFetched] = useState('')
  // The address people know may lack the path of the API.
  const chosen = current?.api ?? current?.address ?? null
  useEffect(() => {
    if (chosen !== null || !described) return
    let left = false
    call('externalApi.address').then(
      ({ address }) => {
        if (!left) setFetched(address)
      },
      // Without an answer the examples show a placeholder; the page's own calls say what is wrong.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [chosen, described])
  const base = (chosen ?? fetched).replace(/\/+$/, '')
  // Legacy servers have this one call below /api.
  return { base, send: `${base}${described ? '' : '/api'}/messages/send`, local: chosen === null }
}

const HIDDEN = '••••••••'
const NUMBER = '5511912345678'

function Address({ address }: { address: string }) {
  const { t } = useTexts()
  const copy = useCopy()
  return (
    <span className={styles.address}>
      <code dir="ltr">{address}</code>
      <IconButton
        icon={Copy}
        size="small"
        label={t('messagesApi.code.copyAddress')}
        onClick={() => copy(address)}
      />
    </span>
  )
}

/** The documentation, the two calls with their forms, and their examples: what, try it, code. */
export function SendPart() {
  const { t } = useTexts()
  const keyed = useOffered('describedApi')
  const address = useApiAddress()
  const [token, setToken] = useState('')
  const [shown, setShown] = useState(false)
  useEffect(() => void whatsappsDirectory.ensure(), [])
  return (
    <div className={styles.page}>
      <section className={styles.intro} aria-label={t('messagesApi.intro.title')}>
        <h2>{t('messagesApi.intro.title')}</h2>
        <p>{t('messagesApi.intro.text')}</p>
        <p>
          {t('messagesApi.intro.token')} <Link to="/connections">{t('messagesApi.intro.tokenLink')}</Link>
        </p>
        <p>{t('messagesApi.intro.number')}</p>
        {keyed ? (
          <>
            <p>{t('messagesApi.intro.limit', { count: EXTERNAL_API.calls })}</p>
            <p>{t('messagesApi.intro.key')}</p>
          </>
        ) : null}
        {address.base === '' ? null : (
          <dl className={styles.facts}>
            <dt>{t('messagesApi.intro.address')}</dt>
            <dd>
              <Address address={address.send} />
            </dd>
            {keyed ? (
              <>
                <dt>{t('messagesApi.intro.description')}</dt>
                <dd>
                  <Address address={`${address.base}/openapi.json`} />
                </dd>
              </>
            ) : null}
          </dl>
        )}
        {address.local ? <p className={looks.meta}>{t('messagesApi.intro.local')}</p> : null}
      </section>
      {([false, true] as const).map(media => (
        <Call
          key={media ? 'media' : 'text'}
          media={media}
          url={address.send}
          keyed={keyed}
          token={token}
          onToken={setToken}
          shown={shown}
          onShow={setShown}
        />
      ))}
      {keyed ? <ErrorCodes /> : null}
    </div>
  )
}

interface CallProps {
  media: boolean
  url: string
  keyed: boolean
  token: string
  onToken: (token: string) => void
  shown: boolean
  onShow: (shown: boolean) => void
}

function Call({ media, url, keyed, token, ...rest }: CallProps) {
  const { t } = useTexts()
  const [sample, setSample] = useState<Sample>({ number: '', body: '', file: null })
  const kind = media ? 'media' : 'text'
  const example = {
    url,
    number: sample.number || NUMBER,
    body: sample.body || t('messagesApi.code.sampleBody'),
    file: media ? (sample.file?.name ?? t('messagesApi.code.file')) : null,
    keyed,
  }
  const fields = [
    ['number', t('messagesApi.fields.number')],
    ['body', t('messagesApi.fields.body')],
    ...(media ? [['medias', t('messagesApi.fields.medias', { count: EXTERNAL_API.maxFiles })]] : []),
    ['closeTicket', t('messagesApi.fields.closeTicket')],
  ] as const
  return (
    <section className={styles.call} aria-label={t(`messagesApi.${kind}.title`)}>
      <div className={styles.what}>
        <h3>{t(`messagesApi.${kind}.title`)}</h3>
        <p>{t(`messagesApi.${kind}.about`)}</p>
        <h4 className={styles.small}>{t('messagesApi.fields.title')}</h4>
        <dl className={styles.fields}>
          {fields.map(([name, text]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.try}>
        <SendForm media={media} token={token} onSample={setSample} {...rest} />
      </div>
      <CodeBlock
        label={t('messagesApi.code.of', { name: t(`messagesApi.${kind}.title`) })}
        languages={LANGUAGES}
        code={language => exampleOf(language, { ...example, token: rest.shown && token ? token : HIDDEN })}
        copied={language => exampleOf(language, { ...example, token: token || 'TOKEN' })}
      />
    </section>
  )
}

function ErrorCodes() {
  const { t } = useTexts()
  return (
    <section className={styles.errors} aria-label={t('messagesApi.intro.errors')}>
      <h3>{t('messagesApi.intro.errors')}</h3>
      <p>{t('messagesApi.intro.errorsText')}</p>
      <dl className={styles.fields}>
        {API_ERRORS.map(code => (
          <div key={code}>
            <dt>
              <code>{code}</code>
            </dt>
            <dd>{t(`apiErrors.${code}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

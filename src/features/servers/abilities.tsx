import { CAPABILITIES, type CapabilityLevel, type ServerFacts } from '@contract'
import { Ban, CircleCheck, Shuffle } from 'lucide-react'
import { useTexts } from '@/i18n'
import styles from './servers.module.css'

/** What a server does in another way or not at all, with the reason beside each; everything else is as always. */
export function Abilities({
  facts,
  clockOffsetMs = 0,
}: {
  facts: ServerFacts | null
  clockOffsetMs?: number
}) {
  const { t } = useTexts()
  if (!facts) return <p className={styles.quiet}>{t('servers.unknown')}</p>
  const at = (level: CapabilityLevel) => CAPABILITIES.filter(name => facts.capabilities[name] === level)
  const [other, missing] = [at('equivalent'), at('missing')]
  const minutes = Math.round(Math.abs(clockOffsetMs) / 60_000)
  return (
    <div className={styles.abilities}>
      <p className={styles.quiet}>
        <CircleCheck size={16} strokeWidth={1.5} aria-hidden="true" />
        {t(other.length + missing.length === 0 ? 'servers.allNative' : 'servers.legacy')}
      </p>
      {minutes > 0 ? (
        <p className={styles.warning}>
          {t('servers.clock', {
            minutes,
            way: t(clockOffsetMs > 0 ? 'servers.ahead' : 'servers.behind'),
          })}
        </p>
      ) : null}
      {other.length > 0 ? (
        <>
          <h4 className={styles.kind}>
            <Shuffle size={16} strokeWidth={1.5} aria-hidden="true" />
            {t('servers.inAnotherWay')}
          </h4>
          <ul className={styles.reasons}>
            {other.map(name => (
              <li key={name}>{t(`servers.ability.${name}`)}</li>
            ))}
          </ul>
        </>
      ) : null}
      {missing.length > 0 ? (
        <>
          <h4 className={styles.kind}>
            <Ban size={16} strokeWidth={1.5} aria-hidden="true" />
            {t('servers.notOffered')}
          </h4>
          <ul className={styles.reasons}>
            {missing.map(name => (
              <li key={name}>{t(`servers.ability.${name}`)}</li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  )
}

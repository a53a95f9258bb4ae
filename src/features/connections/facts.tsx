import type { ReactNode } from 'react'
import { looks } from '@/ui'
import styles from './cloud.module.css'

/** What is known of a number, each under its name. */
export function Facts({
  facts,
}: {
  facts: readonly { label: string; value: ReactNode; why?: readonly string[] }[]
}) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, why = [] }) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>
            {typeof value === 'string' ? <bdi className={styles.value}>{value}</bdi> : value}
            {why.map(line => (
              <span key={line} className={looks.smallLines}>
                {line}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

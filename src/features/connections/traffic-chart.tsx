import type { ConnectionHours } from '@contract'
import { useTexts } from '@/i18n'
import styles from './connections.module.css'

const BAR_PX = 3
const STEP_PX = 4
const HALF_PX = 13
const HEIGHT_PX = HALF_PX * 2 + 2

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

/** A silent hour has no bar; any message is at least seen. */
const heightOf = (value: number, most: number): number =>
  value === 0 ? 0 : Math.max(1.5, (value / most) * HALF_PX)

/** The last day of a connection: received above the line, sent below it, the present hour at the right. */
export function TrafficChart({ hours }: { hours: ConnectionHours }) {
  const { t, format } = useTexts()
  const most = Math.max(1, ...hours.incoming, ...hours.outgoing)
  const label = t('connections.traffic.summary', {
    incoming: format.number(sum(hours.incoming)),
    outgoing: format.number(sum(hours.outgoing)),
  })
  return (
    <svg
      className={styles.chart}
      role="img"
      aria-label={label}
      width={hours.incoming.length * STEP_PX}
      height={HEIGHT_PX}
    >
      <title>{label}</title>
      <line className={styles.axis} x1="0" x2="100%" y1={HALF_PX + 1} y2={HALF_PX + 1} />
      {hours.incoming.map((value, at) => {
        const up = heightOf(value, most)
        const down = heightOf(hours.outgoing[at] ?? 0, most)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place.
          <g key={at}>
            {up > 0 ? (
              <rect
                className={styles.in}
                x={at * STEP_PX}
                y={HALF_PX + 0.5 - up}
                width={BAR_PX}
                height={up}
                rx="0.5"
              />
            ) : null}
            {down > 0 ? (
              <rect
                className={styles.out}
                x={at * STEP_PX}
                y={HALF_PX + 1.5}
                width={BAR_PX}
                height={down}
                rx="0.5"
              />
            ) : null}
          </g>
        )
      })}
    </svg>
  )
}

import { UserRound, UsersRound } from 'lucide-react'
import { type CSSProperties, useMemo, useState } from 'react'
import styles from './avatar.module.css'
import { hueOf } from './colour'
import { cx } from './cx'
import { initials } from './initials'

export interface AvatarProps {
  name: string
  /** Picture; initials are shown until it is there and when it fails. */
  src?: string | null
  /** Pixels; the box never changes size. */
  size?: number
  group?: boolean
  /** A dot for people who are online; undefined draws none. */
  online?: boolean
  className?: string
}

/** Pictures that were on screen: they are in memory, and come with the first frame of a row that is drawn anew. */
const seen = new Set<string>()
const MOST_SEEN = 500

function remember(src: string): void {
  if (seen.size >= MOST_SEEN) seen.clear()
  seen.add(src)
}

/** A person or group. Decorative: the name is always beside it, so it is hidden from screen readers. */
export function Avatar({ name, src, size = 40, group = false, online, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const atOnce = useMemo(() => typeof src === 'string' && seen.has(src), [src])
  const letters = group ? '' : initials(name)
  const Figure = group ? UsersRound : UserRound
  const style = { '--hue': hueOf(name), '--size': `${size}px` } as CSSProperties
  return (
    <span className={cx(styles.avatar, className)} style={style} aria-hidden="true">
      {letters ? (
        <span className={styles.letters}>{letters}</span>
      ) : (
        <Figure size={Math.round(size / 2)} strokeWidth={1.5} />
      )}
      {src && failed !== src ? (
        <img
          className={styles.picture}
          src={src}
          alt=""
          width={size}
          height={size}
          loading={atOnce ? 'eager' : 'lazy'}
          decoding={atOnce ? 'sync' : 'async'}
          draggable={false}
          onLoad={() => remember(src)}
          onError={() => setFailed(src)}
        />
      ) : null}
      {online === undefined ? null : <span className={cx(styles.dot, online && styles.online)} />}
    </span>
  )
}

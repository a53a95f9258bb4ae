import { UserRound, UsersRound } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
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

/** A person or group. Decorative: the name always stands beside it, so it is hidden from screen readers. */
export function Avatar({ name, src, size = 40, group = false, online, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
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
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(src)}
        />
      ) : null}
      {online === undefined ? null : <span className={cx(styles.dot, online && styles.online)} />}
    </span>
  )
}

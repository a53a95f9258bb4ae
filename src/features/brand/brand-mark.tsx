import type { LogoTarget } from '@contract'
import { type ReactNode, useState } from 'react'
import { useLogo } from '@/stores/logos'
import { Mark } from '@/ui'
import styles from './brand-mark.module.css'

/**
 * The logo of a destination, else Turno's mark.
 * @param size height in pixels.
 * @param wide most width in pixels; a logo may be wider than it is high.
 * @param children what is beside Turno's own mark only (its name).
 */
export function BrandMark({
  target,
  size,
  wide = size,
  children,
}: {
  target: LogoTarget
  size: number
  wide?: number
  children?: ReactNode
}) {
  const path = useLogo(target)
  const [broken, setBroken] = useState<string | null>(null)
  if (path === null || broken === path)
    return (
      <>
        <Mark size={size} />
        {children}
      </>
    )
  return (
    <img
      className={styles.logo}
      src={path}
      alt=""
      style={{ height: size, maxWidth: wide }}
      onError={() => setBroken(path)}
      data-testid={`logo-${target}`}
    />
  )
}

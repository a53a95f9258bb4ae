import type { LucideIcon } from 'lucide-react'
import { type DrawingProps, Frame } from './frame'
import styles from './illustrations.module.css'

/** A search that found nothing. */
export function NothingFound({ small }: DrawingProps) {
  return (
    <Frame {...(small ? { small } : {})}>
      <rect className={styles.paper} x="38" y="26" width="96" height="96" rx="10" />
      <circle className={styles.faint} cx="56" cy="47" r="7" />
      <circle className={styles.faint} cx="56" cy="74" r="7" />
      <circle className={styles.faint} cx="56" cy="101" r="7" />
      <path className={styles.faint} strokeWidth={5} d="M74 47h42M74 74h18M74 101h14" />
      <path className={styles.mark} strokeWidth={7} d="m150 108 17 17" />
      <circle className={styles.soft} cx="131" cy="89" r="27" />
      <path className={styles.mark} strokeWidth={3} d="m123 81 16 16M139 81l-16 16" />
    </Frame>
  )
}

/** Nobody here yet: contacts, colleagues, groups. */
export function People({ small }: DrawingProps) {
  return (
    <Frame turned {...(small ? { small } : {})}>
      <circle className={styles.paper} cx="56" cy="70" r="13" />
      <path className={styles.paper} d="M28 124c0-19 11-32 28-32s28 13 28 32Z" />
      <circle className={styles.paper} cx="144" cy="70" r="13" />
      <path className={styles.paper} d="M116 124c0-19 11-32 28-32s28 13 28 32Z" />
      <circle className={styles.soft} cx="100" cy="50" r="18" />
      <path className={styles.soft} d="M62 124c0-27 15-45 38-45s38 18 38 45Z" />
      <path className={styles.line} d="M20 124h160" />
      <path className={styles.mark} d="M150 28v12M144 34h12" />
      <circle className={styles.line} cx="48" cy="36" r="3" />
    </Frame>
  )
}

/** What people make and keep in a list; with the sign of the list itself. */
export function Kept({ small, icon: Icon }: DrawingProps & { icon?: LucideIcon | undefined }) {
  return (
    <Frame {...(small ? { small } : {})}>
      <rect
        className={styles.back}
        x="50"
        y="34"
        width="72"
        height="86"
        rx="10"
        transform="rotate(-9 86 77)"
      />
      <rect
        className={styles.back}
        x="78"
        y="34"
        width="72"
        height="86"
        rx="10"
        transform="rotate(8 114 77)"
      />
      <rect className={styles.paper} x="60" y="28" width="80" height="96" rx="10" />
      <circle className={styles.soft} cx="100" cy="62" r="20" />
      {Icon ? <Icon x={89} y={51} size={22} strokeWidth={1.75} className={styles.icon} /> : null}
      <path className={styles.faint} strokeWidth={5} d="M78 97h44M86 110h28" />
    </Frame>
  )
}

/** The first steps of a company: a way with its stops, and a flag at its end. */
export function FirstWay({ small }: DrawingProps) {
  return (
    <Frame turned {...(small ? { small } : {})}>
      <path
        className={styles.paper}
        d="M22 126c22-2 34-20 54-34 20-15 40-16 56-34 8-9 14-12 20-12 12 0 20 24 28 80Z"
      />
      <path
        className={styles.dots}
        strokeWidth={3}
        d="M46 124c34 2 62-6 58-22-3-12 14-18 30-22 12-3 18-12 18-30"
      />
      <circle className={styles.solid} cx="62" cy="122" r="5" />
      <circle className={styles.solid} cx="104" cy="103" r="5" />
      <circle className={styles.paper} cx="134" cy="80" r="5" />
      <path className={styles.line} strokeWidth={3} d="M152 48V14" />
      <path className={styles.soft} d="M152 15h29l-8 9 8 9h-29Z" />
      <circle className={styles.line} cx="62" cy="50" r="10" />
      <path
        className={styles.line}
        d="M62 30v-4M62 74v-4M42 50h-4M86 50h-4M48 36l-3-3M79 67l-3-3M76 36l3-3M45 67l3-3"
      />
    </Frame>
  )
}

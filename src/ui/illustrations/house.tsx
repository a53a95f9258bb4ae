import { type DrawingProps, Frame } from './frame'
import styles from './illustrations.module.css'

/** Figures that are still to come. */
export function FiguresToCome({ small }: DrawingProps) {
  return (
    <Frame {...(small ? { small } : {})}>
      <rect className={styles.paper} x="34" y="28" width="132" height="96" rx="10" />
      <path className={styles.line} d="M50 108h100" />
      <path className={styles.paper} d="M58 108V92a3 3 0 0 1 3-3h9a3 3 0 0 1 3 3v16Z" />
      <path className={styles.paper} d="M82 108V80a3 3 0 0 1 3-3h9a3 3 0 0 1 3 3v28Z" />
      <path className={styles.paper} d="M106 108V86a3 3 0 0 1 3-3h9a3 3 0 0 1 3 3v22Z" />
      <path className={styles.soft} d="M130 108V68a3 3 0 0 1 3-3h9a3 3 0 0 1 3 3v40Z" />
      <path className={styles.mark} strokeWidth={2.5} d="m58 70 24-14 24 7 32-20" />
      <circle className={styles.solid} cx="138" cy="43" r="4" />
    </Frame>
  )
}

/** A number that is still to be connected: a phone, and the code it reads. */
export function Connection({ small }: DrawingProps) {
  return (
    <Frame turned {...(small ? { small } : {})}>
      <rect className={styles.paper} x="46" y="20" width="56" height="106" rx="11" />
      <path className={styles.line} d="M68 29h12M70 117h8" />
      <path className={styles.faint} d="M46 38h56M46 108h56" />
      <path
        className={styles.soft}
        d="M60 54h20a9 9 0 0 1 9 9v10a9 9 0 0 1-9 9h-9l-9 8v-8h-2a9 9 0 0 1-9-9V63a9 9 0 0 1 9-9Z"
      />
      <path className={styles.mark} strokeWidth={2.5} d="m63 68 5 5 10-10" />
      <path className={styles.dots} strokeWidth={3} d="M109 68h16" />
      <rect className={styles.paper} x="130" y="42" width="46" height="46" rx="8" />
      <path className={styles.line} d="M138 50h10v10h-10ZM158 50h10v10h-10ZM138 70h10v10h-10Z" />
      <path className={styles.solid} d="M156 68h5v5h-5ZM163 75h5v5h-5Z" />
      <path className={styles.line} d="M118 126h58M30 126h72" />
    </Frame>
  )
}

/** A door that somebody else has the key to. */
export function Locked({ small }: DrawingProps) {
  return (
    <Frame {...(small ? { small } : {})}>
      <path className={styles.line} d="M44 126h112" />
      <path className={styles.line} strokeWidth={3} d="M78 66V50a22 22 0 0 1 44 0v16" />
      <path className={styles.line} strokeWidth={3} d="M88 66V50a12 12 0 0 1 24 0v16" />
      <rect className={styles.paper} x="64" y="64" width="72" height="62" rx="10" />
      <circle className={styles.soft} cx="100" cy="95" r="17" />
      <circle className={styles.solid} cx="100" cy="91" r="5" />
      <path className={styles.mark} strokeWidth={4} d="M100 93v10" />
      <circle className={styles.line} cx="156" cy="52" r="3" />
      <path className={styles.faint} d="M44 58v12M38 64h12" />
    </Frame>
  )
}

/** What did not come: a cloud with its cable pulled out. */
export function Unplugged({ small }: DrawingProps) {
  return (
    <Frame broken {...(small ? { small } : {})}>
      <path className={styles.paper} d="M70 84a20 20 0 0 1-3-40 31 31 0 0 1 59-7 24 24 0 0 1 8 47Z" />
      <path className={styles.faint} strokeWidth={5} d="M78 62h26M114 62h12" />
      <path className={styles.line} d="M100 84v8" />
      <path className={styles.soft} d="M89 92h22v6a11 11 0 0 1-22 0Z" />
      <path className={styles.line} strokeWidth={3} d="M95 120v-5M105 120v-5" />
      <path className={styles.paper} d="M89 120h22v5a11 11 0 0 1-22 0Z" />
      <path className={styles.line} d="M100 136c0 7-8 7-16 7H40" />
      <path className={styles.mark} d="m78 108-8-3M80 116l-8 5M122 108l8-3M120 116l8 5" />
    </Frame>
  )
}

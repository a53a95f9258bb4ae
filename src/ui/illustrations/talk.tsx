import { type DrawingProps, Frame } from './frame'
import styles from './illustrations.module.css'

/** Somebody asks and somebody answers: a conversation to choose or to begin. */
export function Talking({ small }: DrawingProps) {
  return (
    <Frame {...(small ? { small } : {})}>
      <path
        className={styles.paper}
        d="M48 28h66a14 14 0 0 1 14 14v26a14 14 0 0 1-14 14H64L50 95V82h-2a14 14 0 0 1-14-14V42a14 14 0 0 1 14-14Z"
      />
      <path className={styles.faint} strokeWidth={5} d="M52 47h52M52 62h32" />
      <path
        className={styles.soft}
        d="M96 66h56a14 14 0 0 1 14 14v22a14 14 0 0 1-14 14h-2v13l-14-13H96a14 14 0 0 1-14-14V80a14 14 0 0 1 14-14Z"
      />
      <circle className={styles.solid} cx="108" cy="91" r="4" />
      <circle className={styles.solid} cx="124" cy="91" r="4" />
      <circle className={styles.solid} cx="140" cy="91" r="4" />
      <path className={styles.mark} d="M148 34v12M142 40h12" />
      <circle className={styles.line} cx="170" cy="54" r="3" />
    </Frame>
  )
}

/** Everybody is answered: time for a cup of coffee. */
export function AllAnswered({ small }: DrawingProps) {
  return (
    <Frame turned {...(small ? { small } : {})}>
      <path className={styles.line} d="M36 126h110" />
      <path className={styles.paper} d="M114 80h9a12 12 0 0 1 0 24h-11" />
      <path className={styles.paper} d="M54 70h62v32a18 18 0 0 1-18 18H72a18 18 0 0 1-18-18Z" />
      <path className={styles.faint} strokeWidth={5} d="M68 86v14" />
      <path className={styles.mark} d="M72 58c-6-6 6-11 0-18M86 58c-6-6 6-11 0-18M100 58c-6-6 6-11 0-18" />
      <path
        className={styles.soft}
        d="M138 24h22a12 12 0 0 1 12 12v14a12 12 0 0 1-12 12h-12l-11 10V62a12 12 0 0 1-11-12V36a12 12 0 0 1 12-12Z"
      />
      <path className={styles.mark} strokeWidth={3} d="m140 43 6 6 12-12" />
      <circle className={styles.line} cx="156" cy="98" r="3" />
    </Frame>
  )
}

/** A conversation that comes back later. */
export function Later({ small }: DrawingProps) {
  return (
    <Frame {...(small ? { small } : {})}>
      <path className={styles.line} d="M54 126h88" />
      <path className={styles.line} d="m74 110-8 14M118 110l8 14M70 42 58 52M122 42l12 10" />
      <circle className={styles.paper} cx="96" cy="80" r="38" />
      <circle className={styles.faint} cx="96" cy="80" r="29" />
      <path className={styles.mark} strokeWidth={3} d="M96 61v19l13 9" />
      <circle className={styles.solid} cx="96" cy="80" r="3.5" />
      <path className={styles.soft} d="M168 50a19 19 0 1 1-20-26 15 15 0 0 0 20 26Z" />
      <path className={styles.line} d="M166 66h9l-9 11h9M152 84h6l-6 8h6" />
    </Frame>
  )
}

import styles from './illustrations.module.css'

/** Beside the entrance: what customers write on their phones comes to one desk, and somebody answers. */
export function Desk() {
  return (
    <svg
      viewBox="0 0 480 380"
      className={`${styles.drawing} ${styles.large}`}
      aria-hidden="true"
      focusable="false"
    >
      <path
        className={styles.blob}
        d="M34 226C14 150 46 82 118 58c48-16 86 6 136-8 70-20 142-10 178 46 32 50 28 126-14 172-46 50-118 58-194 60-96 2-170-20-190-102Z"
      />
      {/* The console. */}
      <rect className={styles.paper} x="132" y="66" width="300" height="206" rx="14" />
      <path className={styles.faint} d="M132 96h300M168 96v176M262 96v176" />
      <path className={styles.line} d="M148 81h.1M160 81h.1M172 81h.1" strokeWidth={6} />
      <path className={styles.faint} d="M150 118h.1M150 138h.1" strokeWidth={12} />
      <path className={styles.tint} d="M169 126h92v34h-92Z" />
      <path className={styles.mark} d="M171 130v26" strokeWidth={4} />
      <circle className={styles.paper} cx="188" cy="112" r="8" />
      <circle className={styles.paper} cx="188" cy="143" r="8" />
      <circle className={styles.paper} cx="188" cy="176" r="8" />
      <circle className={styles.paper} cx="188" cy="208" r="8" />
      <circle className={styles.paper} cx="188" cy="240" r="8" />
      <path className={styles.faint} d="M204 109h40M204 173h34M204 205h44M204 237h28" strokeWidth={4} />
      <path className={styles.faint} d="M204 117h26M204 181h44M204 213h20M204 245h40" strokeWidth={3} />
      <path className={styles.mark} d="M204 139h34M204 147h22" strokeWidth={4} />
      <rect className={styles.paper} x="278" y="112" width="86" height="34" rx="10" />
      <path className={styles.faint} d="M290 124h60M290 135h36" strokeWidth={4} />
      <rect className={styles.soft} x="330" y="158" width="86" height="42" rx="10" />
      <path className={styles.mark} d="M342 171h60M342 182h42" strokeWidth={4} />
      <path className={styles.mark} d="m388 189 4 4 8-8M396 193l8-8" />
      <rect className={styles.paper} x="278" y="238" width="138" height="22" rx="8" />
      <path className={styles.faint} d="M290 249h46" strokeWidth={4} />
      <circle className={styles.solid} cx="403" cy="249" r="7" />
      <path className={styles.line} d="M262 272v26M302 272v26M232 300h100" />
      {/* The customer. */}
      <g transform="translate(30 12)">
        <rect className={styles.paper} x="44" y="142" width="72" height="136" rx="14" />
        <path className={styles.line} d="M72 153h16M74 267h12" />
        <rect className={styles.soft} x="60" y="170" width="46" height="28" rx="9" />
        <path className={styles.mark} d="M70 180h26M70 188h16" strokeWidth={3} />
        <rect className={styles.paper} x="54" y="208" width="40" height="22" rx="8" />
        <path className={styles.faint} d="M63 216h22M63 223h12" strokeWidth={3} />
      </g>
      {/* Answered in time. */}
      <circle className={styles.solid} cx="420" cy="74" r="22" />
      <path className={styles.onSolid} d="M420 61v13l9 6" strokeWidth={3} />
      <path className={styles.line} d="M30 300h420" />
      {/* Those who answer. */}
      <circle className={styles.paper} cx="368" cy="330" r="18" />
      <circle className={styles.paper} cx="396" cy="330" r="18" />
      <circle className={styles.soft} cx="424" cy="330" r="18" />
      <circle className={styles.line} cx="368" cy="325" r="5" />
      <path className={styles.line} d="M359 339a9 9 0 0 1 18 0" />
      <circle className={styles.line} cx="396" cy="325" r="5" />
      <path className={styles.line} d="M387 339a9 9 0 0 1 18 0" />
      <circle className={styles.mark} cx="424" cy="325" r="5" />
      <path className={styles.mark} d="M415 339a9 9 0 0 1 18 0" />
    </svg>
  )
}

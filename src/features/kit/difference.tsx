import { diffWordsWithSpace } from 'diff'
import styles from './difference.module.css'

/** What changes in a text, word by word. */
export function Difference({ from, to }: { from: string; to: string }) {
  return diffWordsWithSpace(from, to).map(({ value, added, removed }, at) => {
    // Pieces of one text have nothing else, and are drawn anew together.
    const key = at
    if (added)
      return (
        <ins key={key} className={styles.added}>
          {value}
        </ins>
      )
    return removed ? (
      <del key={key} className={styles.removed}>
        {value}
      </del>
    ) : (
      <span key={key}>{value}</span>
    )
  })
}

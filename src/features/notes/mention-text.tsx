import type { Mentioned } from '@contract'
import { useUser } from '@/stores/session'
import { cx } from '@/ui'
import styles from './mentions.module.css'
import { piecesOf } from './names'

/** The words of a note; names in it stand out, one's own the most. */
export function MentionText({ text, mentions }: { text: string; mentions: readonly Mentioned[] }) {
  const me = useUser()
  if (mentions.length === 0) return text
  const isMine = (of: Mentioned): boolean =>
    of.kind === 'user' ? of.id === me?.id : (me?.queues.some(({ id }) => id === of.id) ?? false)
  return piecesOf(text, mentions).map(({ text: words, of }, at) =>
    of === null ? (
      words
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the words
      <bdi key={at} className={cx(styles.mentioned, isMine(of) && styles.mine)}>
        {words}
      </bdi>
    ),
  )
}

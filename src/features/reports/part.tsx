import { ImageDown } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId, useRef } from 'react'
import { useTexts } from '@/i18n'
import { cx, IconButton } from '@/ui'
import { savePicture } from './picture'
import styles from './reports.module.css'

export interface PartProps {
  title: string
  /** Right of the title: a choice of what is drawn. */
  tools?: ReactNode
  /** Holds what can be saved as a picture: the days it is of, for the file's name. */
  picture?: string
  /** Older figures stay in view while new ones travel. */
  busy?: boolean
  children: ReactNode
}

/** What stands below the title of a picture: whose it is, of which days and of what. */
export const PictureFacts = createContext<() => readonly string[]>(() => [])

/** A titled part of a report, on the screen and on paper. */
export function Part({ title, tools, picture, busy = false, children }: PartProps) {
  const { t } = useTexts()
  const heading = useId()
  const box = useRef<HTMLElement>(null)
  const factsOf = useContext(PictureFacts)
  return (
    <section
      ref={box}
      className={cx(styles.part, busy && styles.stale)}
      aria-labelledby={heading}
      aria-busy={busy}
      data-part
    >
      <header className={styles.partHead}>
        <h3 id={heading} className={styles.partTitle}>
          {title}
        </h3>
        {tools}
        {picture === undefined ? null : (
          <IconButton
            icon={ImageDown}
            size="small"
            disabled={busy}
            label={t('reports.picture', { title })}
            onClick={() =>
              box.current && void savePicture(box.current, title, factsOf(), `${title} ${picture}`)
            }
          />
        )}
      </header>
      {children}
    </section>
  )
}

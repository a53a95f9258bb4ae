import { menuSections, OPEN_LIST, type SentMenu } from '@contract'
import { useTexts } from '@/i18n'
import styles from './message-menu-parts.module.css'

/** The buttons below a message with a menu. */
export function buttonsOf({ kind, entries, label }: SentMenu): { kind: string; text: string }[] {
  if (kind === 'list') return [{ kind: 'list', text: label || OPEN_LIST }]
  return entries.map(({ title }) => ({ kind: kind === 'link' ? 'url' : 'reply', text: title }))
}

/** Whether a menu has list rows or a footer. */
export const hasParts = ({ kind, footer }: SentMenu): boolean => kind === 'list' || footer !== ''

/** The list rows and the footer, between the text and the buttons. The customer sees the rows after opening the list. */
export function MenuParts({ menu }: { menu: SentMenu }) {
  const { t } = useTexts()
  const { kind, entries, footer } = menu
  return (
    <>
      {kind === 'list' ? (
        <div className={styles.list} role="group" aria-label={t('messageMenus.pressed')}>
          {menuSections(entries).map(({ title: heading, rows }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sections are told apart by their places alone
            <div key={place}>
              {heading === '' ? null : <strong className={styles.heading}>{heading}</strong>}
              <ul className={styles.rows}>
                {rows.map(({ title, description }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: while they are written two may be alike
                  <li key={at}>
                    <bdi>{title}</bdi>
                    {description === '' ? null : <bdi className={styles.description}>{description}</bdi>}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      ) : null}
      {footer === '' ? null : <span className={styles.footer}>{footer}</span>}
    </>
  )
}

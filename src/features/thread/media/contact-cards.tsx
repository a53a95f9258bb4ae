import { readContactCards } from '@contract'
import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '@/i18n'
import { Avatar, looks } from '@/ui'
import { useInnerTab } from '../row-focus'
import styles from './media.module.css'

export type StartConversation = (card: { name: string; number: string }) => void

/** Cards shown before "show all". */
const FIRST_CARDS = 3

interface ContactCardsProps {
  body: string
  onStart: StartConversation | undefined
}

/** One or several contacts (vCard), each with a way to write to them. */
export function ContactCards({ body, onStart }: ContactCardsProps) {
  const { t, format } = useTexts()
  const tabIndex = useInnerTab()
  const [all, setAll] = useState(false)
  const cards = readContactCards(body)
  if (cards.length === 0) {
    return <p className={styles.unknown}>{t('thread.unreadableContact')}</p>
  }
  const shown = all ? cards : cards.slice(0, FIRST_CARDS)
  return (
    <ul className={styles.cards}>
      {shown.map(card => (
        <li key={`${card.name}${card.numbers.join()}`} className={styles.contact}>
          <Avatar name={card.name} size={32} />
          <span className={looks.fillColumn}>
            <bdi className={styles.cardTitle}>{card.name}</bdi>
            <span className={styles.cardMeta}>
              {card.numbers.map(number => format.phone(number)).join(', ') || t('thread.noNumber')}
              {card.organisation ? ` · ${card.organisation}` : ''}
            </span>
          </span>
          {onStart && card.numbers[0] ? (
            <button
              type="button"
              className={styles.contactButton}
              tabIndex={tabIndex}
              aria-label={t('thread.startConversationWith', { name: card.name })}
              title={t('thread.startConversationWith', { name: card.name })}
              onClick={() => onStart({ name: card.name, number: card.numbers[0] ?? '' })}
            >
              <MessageSquarePlus size={16} strokeWidth={1.75} aria-hidden="true" />
            </button>
          ) : null}
        </li>
      ))}
      {shown.length < cards.length ? (
        <li>
          <button
            type="button"
            className={styles.cardButton}
            tabIndex={tabIndex}
            onClick={() => setAll(true)}
          >
            {t('thread.showAllContacts', { count: cards.length })}
          </button>
        </li>
      ) : null}
    </ul>
  )
}

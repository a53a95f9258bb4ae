/** What colleagues do at the ticket that is being answered. */
import { MessageSquareWarning, PencilLine } from 'lucide-react'
import { useTexts } from '@/i18n'
import { useMessages } from '@/stores/messages'
import { useUser } from '@/stores/session'
import { useAtTicket } from '@/stores/ticket-presence'
import { replyAnchor } from './anchors'
import styles from './composer.module.css'
import { Notice } from './notices'
import { colleagueSince } from './sending'

/** "Bruno is writing", above the field and over the conversation: nothing moves when it comes and goes. */
export function ColleaguesWriting({ ticketId }: { ticketId: number }) {
  const { t, format } = useTexts()
  const names = useAtTicket(ticketId)
    .filter(({ activity }) => activity === 'writing')
    .map(({ name }) => name)
  return (
    <p className={styles.colleagues} role="status">
      {names.length > 0 ? (
        <span>
          <PencilLine size={13} strokeWidth={1.75} aria-hidden="true" />
          {t('composer.colleagueWrites', { count: names.length, names: format.list(names) })}
        </span>
      ) : null}
    </p>
  )
}

export interface OtherAnswer {
  /** Of the colleague; null when it is not known. */
  name: string | null
  /** It is on its way, and may still be taken back. */
  sending: boolean
}

/** An answer of a colleague to the same customer, since the reply that is written was begun; null: there is none. */
export function useOtherAnswer(ticketId: number): OtherAnswer | null {
  const me = useUser()?.id
  const people = useAtTicket(ticketId)
  const list = useMessages(state => state.threads.get(ticketId)?.own.list)
  const anchor = replyAnchor(ticketId)
  if (anchor === undefined || me === undefined) return null
  const author = colleagueSince(list ?? [], anchor, me)
  if (author !== null)
    return { name: people.find(({ userId }) => userId === author)?.name ?? null, sending: false }
  const sender = people.find(({ activity }) => activity === 'sending')
  return sender ? { name: sender.name, sending: true } : null
}

/** A second answer would go within moments of a colleague's. */
export function OtherAnswerBar({ answer, asked }: { answer: OtherAnswer; asked: boolean }) {
  const { t } = useTexts()
  const name = answer.name ?? t('composer.aColleague')
  return (
    <Notice icon={<MessageSquareWarning size={16} strokeWidth={1.75} />} tone={asked ? 'warning' : 'accent'}>
      {t(answer.sending ? 'composer.colleagueSends' : 'composer.colleagueAnswered', { name })}
      {asked ? ` ${t('composer.enterAgain')}` : ''}
    </Notice>
  )
}

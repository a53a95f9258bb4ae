import {
  type BotQueue,
  botStep,
  fillVariables,
  GREETINGS,
  type Queue,
  type Variables,
  variablesFor,
} from '@contract'
import { MessageText } from '@/features/thread'
import { useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import { useCompanyZone, wallOf } from '@/stores/company-clock'
import { useQueues } from '@/stores/queues'
import { useOffered } from '@/stores/servers'
import { useSetting } from '@/stores/settings'
import styles from './editor.module.css'
import type { ConnectionFields } from './fields'

const asBotQueue = ({ id, name, greetingMessage, outOfHoursMessage }: Queue): BotQueue => ({
  id,
  name,
  greetingMessage,
  outOfHoursMessage,
  hours: [],
  mediaPath: null,
  mediaName: null,
  options: [],
})

/** What a customer hears at the first word, by the code that the workspace runs. */
export function firstWords(
  fields: Partial<ConnectionFields>,
  queues: readonly Queue[],
  greetsSingleQueue: boolean,
  timeZone: string,
  at: Date,
  brackets = false,
): string[] {
  const chosen = queues.filter(queue => fields.queueIds?.includes(queue.id)).map(asBotQueue)
  const bot = {
    greetingMessage: fields.greetingMessage ?? '',
    outOfHoursMessage: '',
    queues: chosen,
    otherQueues: [],
    menuTimes: 0,
    quietMinutes: 0,
    scheduleType: 'disabled',
    companyHours: [],
    holidays: [],
    timeZone,
    outOfHoursAction: 'pending',
    autoExit: false,
    greetsSingleQueue,
    brackets,
  } as const
  return botStep(bot, null, '', at).replies.map(({ text }) => text)
}

/** Texts of the fields as a customer of an example name sees them on a phone. Nothing is sent. */
export function CustomerPreview({ fields }: { fields: Partial<ConnectionFields> }) {
  const { t } = useTexts()
  const queues = useQueues()
  const timeZone = useCompanyZone()
  // Queues that keep their own hours say their own text.
  const hoursKept = useSetting('scheduleType') === 'company'
  const greetsSingle = useSetting('sendGreetingMessageOneQueues') === 'enabled'
  const brackets = !useOffered('workspaceBot')
  const at = new Date(useNow())
  const variables: Variables = variablesFor(t('connections.preview.customer'), at, GREETINGS, timeZone)
  const moments: [
    key: 'start' | 'hours' | 'transfer' | 'rating' | 'completion' | 'inactive',
    texts: readonly string[],
  ][] = [
    ['start', firstWords(fields, queues, greetsSingle, timeZone, at, brackets)],
    ['hours', [hoursKept ? (fields.outOfHoursMessage ?? '') : '']],
    ['transfer', [fields.transferMessage ?? '']],
    ['rating', [fields.ratingMessage ?? '']],
    ['completion', [fields.complationMessage ?? '']],
    ['inactive', [fields.expiresInactiveMessage ?? '']],
  ]
  const filledMoments = moments
    .map(([key, texts]) => [key, texts.filter(text => text.trim() !== '')] as const)
    .filter(([, texts]) => texts.length > 0)
  // The company's clock, as in its greeting: this computer's may be another.
  const time = wallOf(at.toISOString(), timeZone)?.format('HH:mm') ?? ''
  return (
    <>
      <h3 className={styles.previewTitle}>{t('connections.preview.title')}</h3>
      <div className={styles.screen}>
        <p className={styles.mine}>
          {t('connections.preview.says')}
          <span className={styles.time}>{time}</span>
        </p>
        {filledMoments.length === 0 ? (
          <p className={styles.moment}>{t('connections.preview.nothing')}</p>
        ) : null}
        {filledMoments.map(([key, texts]) => (
          <section key={key} aria-label={t(`connections.preview.${key}`)}>
            <p className={styles.moment}>{t(`connections.preview.${key}`)}</p>
            {texts.map(text => (
              <div key={text} className={styles.theirs}>
                <MessageText text={fillVariables(text, variables)} />
                <span className={styles.time}>{time}</span>
              </div>
            ))}
          </section>
        ))}
      </div>
    </>
  )
}

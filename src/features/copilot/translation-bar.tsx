import type { Ticket } from '@contract'
import { Button } from 'antd'
import { Languages, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { errorText, useTexts } from '@/i18n'
import { copilotOffers, useCopilotOffers, useLocalCopilot } from '@/stores/copilot'
import { useKeyActions } from '@/stores/key-actions'
import { useMessages } from '@/stores/messages'
import { useOffered } from '@/stores/servers'
import { toasts } from '@/stores/toasts'
import { leaveTranslations, translateTicket, useTranslations } from '@/stores/translations'
import { IconButton, SelectOnDemand } from '@/ui'
import { LANGUAGE_CHOICES, languageName, languageOf } from './language'
import { warnsOfCeiling } from './outcome'
import { Simulated, useSent } from './parts'
import styles from './translation.module.css'

/** Messages of the customer that tell their language. */
const JUDGED = 12

/** What the customer writes, as far as it can be told; null while it cannot. */
function useCustomerLanguage(ticketId: number, isAsked: boolean): string | null {
  const list = useMessages(state => state.threads.get(ticketId)?.own.list)
  const texts = useMemo(
    () =>
      isAsked ? (list ?? []).filter(({ fromMe, isDeleted }) => !fromMe && !isDeleted).slice(-JUDGED) : [],
    [list, isAsked],
  )
  const [found, setFound] = useState<string | null>(null)
  const joinedTexts = texts.map(({ body }) => body).join('\u0000')
  useEffect(() => {
    if (joinedTexts === '') return
    let isCurrent = true
    void languageOf(joinedTexts.split('\u0000')).then(language => {
      if (isCurrent) setFound(language)
    })
    return () => {
      isCurrent = false
    }
  }, [joinedTexts])
  return found
}

/** In which language somebody reads what a conversation's customer writes; null while it is not translated for them. */
export function useTranslatedTo(ticket: Ticket | null): string | null {
  const { language } = useTexts()
  const offered = useCopilotOffers('translate', ticket)
  const from = ticket?.translatedFrom ?? null
  return offered && from !== null && from !== language ? language : null
}

/** Says that a customer writes another language, and has the conversation translated; nothing where that is not offered. */
export function TranslationBar({ ticket }: { ticket: Ticket }) {
  const { t, language } = useTexts()
  const { id, translatedFrom } = ticket
  const isThere = useOffered('copilot')
  const isLocal = useLocalCopilot()
  const offered = useCopilotOffers('translate', ticket)
  const to = useTranslatedTo(ticket)
  const found = useCustomerLanguage(id, offered && translatedFrom === null)
  const asked = useTranslations(state => state.asked.get(id))
  const [choosing, setChoosing] = useState(false)
  const [dismissed, setDismissed] = useState(false)
  const sent = useSent(to === null ? null : asked?.sent)
  useEffect(() => {
    if (isThere) void copilotOffers.ensure()
  }, [isThere])
  useEffect(() => () => leaveTranslations(id), [id])
  useEffect(() => {
    if (to === null) leaveTranslations(id)
  }, [id, to])
  const usedShare = asked?.usedShare ?? null
  useEffect(() => {
    if (warnsOfCeiling(usedShare))
      toasts.info(t('copilot.almostUsed', { percent: Math.round((usedShare ?? 0) * 100) }))
  }, [usedShare, t])

  const set = (from: string | null): void => {
    setChoosing(false)
    setDismissed(from === null)
    translateTicket(id, from, translatedFrom).catch((error: unknown) => toasts.error(errorText(t, error)))
  }
  const foreign = found !== null && found !== language ? found : null
  useKeyActions('translation', {
    translate: !offered
      ? null
      : to !== null
        ? () => set(null)
        : foreign !== null
          ? () => set(foreign)
          : () => setChoosing(true),
  })
  const nameOf = (code: string): string => languageName(code, language)
  const choices = useMemo(
    () =>
      LANGUAGE_CHOICES.filter(code => code !== language)
        .map(code => ({ value: code, label: languageName(code, language) }))
        .sort((a, b) => a.label.localeCompare(b.label, language)),
    [language],
  )
  if (!offered) return null
  const isOn = to !== null
  if (!isOn && !choosing && (foreign === null || dismissed)) return null
  return (
    <aside className={styles.bar} aria-label={t('copilot.translation.title')} data-testid="translation-bar">
      <Languages size={16} strokeWidth={1.75} aria-hidden="true" className={styles.icon} />
      <span className={styles.words} role="status">
        {isOn
          ? t(isLocal ? 'copilot.local.translated' : 'copilot.translation.on')
          : choosing
            ? t('copilot.translation.choose')
            : t('copilot.translation.found', { language: nameOf(foreign ?? '') })}
      </span>
      {isOn || choosing ? (
        <SelectOnDemand
          size="small"
          showSearch
          optionFilterProp="label"
          className={styles.language}
          aria-label={t('copilot.translation.customerLanguage')}
          placeholder={t('copilot.translation.customerLanguage')}
          value={translatedFrom ?? undefined}
          options={choices}
          onChange={(code: string) => set(code)}
        />
      ) : (
        <Button size="small" type="primary" onClick={() => set(foreign)}>
          {t('copilot.translation.begin')}
        </Button>
      )}
      <Simulated shown={isOn && asked?.simulated === true} />
      {sent.button}
      {isOn ? (
        <Button size="small" onClick={() => set(null)}>
          {t('copilot.translation.end')}
        </Button>
      ) : (
        <IconButton
          icon={X}
          size="small"
          label={t('copilot.drop')}
          onClick={() => {
            setChoosing(false)
            setDismissed(true)
          }}
        />
      )}
      {sent.text}
    </aside>
  )
}

import { type ConnectionTemplates, fold, type MessageTemplate } from '@contract'
import { useCallback, useEffect, useState } from 'react'
import { call } from '@/api'

export interface TemplatesAsked {
  /** null while nothing is known yet. */
  known: ConnectionTemplates | null
  busy: boolean
  error: unknown
  refresh: () => void
}

/**
 * The templates of a connection: as the server keeps them, and on demand as the provider has them now.
 * @param whatsappId null: none are asked for yet.
 */
export function useTemplates(whatsappId: number | null): TemplatesAsked {
  const [known, setKnown] = useState<ConnectionTemplates | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [turn, setTurn] = useState(0)
  const [busy, setBusy] = useState(true)
  useEffect(() => {
    if (whatsappId === null) return
    const asking = new AbortController()
    setBusy(true)
    setError(null)
    call('whatsapps.templates', {
      params: { id: whatsappId },
      query: { refresh: turn > 0 },
      signal: asking.signal,
    })
      .then(setKnown)
      .catch((failure: unknown) => {
        if (!asking.signal.aborted) setError(failure)
      })
      .finally(() => {
        if (!asking.signal.aborted) setBusy(false)
      })
    return () => asking.abort()
  }, [whatsappId, turn])
  const refresh = useCallback(() => setTurn(before => before + 1), [])
  return { known, busy, error, refresh }
}

/** Whether a template can be sent: approved, and filled in by means that are here. */
export const isSendable = ({ status, isKnown }: MessageTemplate): boolean => status === 'APPROVED' && isKnown

/** What tells two templates apart. */
export const keyOf = ({ name, language }: Pick<MessageTemplate, 'name' | 'language'>): string =>
  `${name}/${language}`

/** Templates that fit what is searched for, those that can be sent first. @param language "" for every one. */
export function matching(
  templates: readonly MessageTemplate[],
  searched: string,
  language: string,
): MessageTemplate[] {
  const wanted = fold(searched).split(/\s+/).filter(Boolean)
  const fits = ({ name, body, header }: MessageTemplate): boolean => {
    const text = fold(`${name.replaceAll('_', ' ')} ${name} ${header?.text ?? ''} ${body}`)
    return wanted.every(word => text.includes(word))
  }
  return templates
    .filter(one => (language === '' || one.language === language) && fits(one))
    .sort((a, b) => Number(isSendable(b)) - Number(isSendable(a)) || a.name.localeCompare(b.name))
}

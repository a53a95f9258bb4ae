/** Whom a campaign would reach, asked for as soon as a list or a tag is chosen. */
import { type Addressee, NO_TAG, type ResponseOut } from '@contract'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { useConnection } from '@/stores/connection'
import { useOffered } from '@/stores/servers'

export type Audience = ResponseOut<'campaigns.audience'>

export interface AudienceState {
  audience: Audience | null
  status: 'none' | 'loading' | 'ready' | 'failed'
}

/** What is chosen in the form: a tag goes before a list. */
export interface Chosen {
  contactListId?: number | null | undefined
  tagListId?: number | string | null | undefined
  whatsappId?: number | null | undefined
}

/** How many get it: who shows no phone, is not on WhatsApp, opted out, or is left out by choice does not. */
export function receiversOf(audience: Audience, skipOpenTickets: boolean): number {
  const { total, withoutPhone, invalid, optedOut, openTickets } = audience
  return Math.max(0, total - withoutPhone - invalid - optedOut - (skipOpenTickets ? openTickets : 0))
}

/** Some of those who get it, for the preview. */
export const samplesOf = (audience: Audience | null, skipOpenTickets: boolean): readonly Addressee[] =>
  audience?.samples.filter(({ inConversation }) => !(skipOpenTickets && inConversation)) ?? []

/** Asks whom the choice reaches, and again with the line where it was asked in vain; nothing where a server cannot say. */
export function useAudience({ contactListId, tagListId, whatsappId = null }: Chosen): AudienceState {
  const offered = useOffered('campaignTools')
  const tag = typeof tagListId === 'number' ? tagListId : null
  const list = tag === null ? (contactListId ?? null) : null
  const [state, setState] = useState<AudienceState>({ audience: null, status: 'none' })
  const connected = useConnection(({ status }) => status === 'connected')
  const failed = state.status === 'failed'
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time the line comes back
  useEffect(() => {
    if (connected && failed) setAttempt(before => before + 1)
  }, [connected])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (!offered || (tag === null && list === null)) {
      setState({ audience: null, status: 'none' })
      return
    }
    const asking = new AbortController()
    setState(known => ({ ...known, status: 'loading' }))
    const through = whatsappId === null ? {} : { whatsappId }
    const query = { ...(tag === null ? { contactListId: list } : { tagListId: tag }), ...through }
    call('campaigns.audience', { query, signal: asking.signal })
      .then(audience => setState({ audience, status: 'ready' }))
      .catch(() => {
        if (!asking.signal.aborted) setState({ audience: null, status: 'failed' })
      })
    return () => asking.abort()
  }, [offered, tag, list, whatsappId, attempt])
  return state
}

export const noTag = NO_TAG

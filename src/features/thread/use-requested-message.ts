import { useEffect, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { findMessage } from '@/stores/messages'
import { reachMessage } from '@/stores/messages-loader'
import { toasts } from '@/stores/toasts'
import { useThreadUi } from './requests'

/** A row to go to, and a number that changes whenever it is asked for again. */
export interface Target {
  key: string
  request: number
  /** Whether the row takes the keyboard. */
  focus: boolean
}

/**
 * The message that is asked for, by a link or by somebody else in the console; older pages are loaded until it is there.
 * @param focusMessageId message the conversation is opened at.
 * @param ready the conversation is loaded.
 */
export function useRequestedMessage(
  ticketId: number,
  focusMessageId: string | null,
  ready: boolean,
): Target | null {
  const { t } = useTexts()
  const asked = useThreadUi(state => (state.target?.ticketId === ticketId ? state.target : null))
  const [target, setTarget] = useState<Target | null>(null)
  const requests = useRef(0)
  const wanted = asked?.messageId ?? focusMessageId
  // A new request object asks again, even for the same message.
  useEffect(() => {
    if (wanted === null || !ready) return
    let left = false
    void reachMessage(ticketId, wanted).then(found => {
      if (left) return
      requests.current += 1
      const message = found ? findMessage(ticketId, wanted) : undefined
      if (found)
        setTarget({
          key: message?.clientId ?? wanted,
          request: requests.current,
          focus: asked?.focus ?? true,
        })
      else toasts.info(t('thread.messageNotFound'))
      if (asked) useThreadUi.setState(now => (now.target === asked ? { target: null } : now))
    })
    return () => {
      left = true
    }
  }, [ticketId, wanted, asked, ready, t])
  return target
}

import { useEffect, useRef } from 'react'
import { useTexts } from '@/i18n'
import type { Thread } from '@/stores/messages'
import { announce } from '@/ui'
import { messagePreview } from './preview'

/**
 * Says new customer messages of the open thread to screen readers; the announcer batches them.
 * @param name of whom the conversation is with.
 */
export function useAnnouncedMessages(thread: Thread | undefined, name: string, silent: boolean): void {
  const { t } = useTexts()
  const arrived = thread?.arrived ?? 0
  const said = useRef<number | null>(null)
  const list = thread?.own.list
  useEffect(() => {
    const fresh = arrived - (said.current ?? arrived)
    said.current = arrived
    if (fresh <= 0 || !list || silent) return
    const messages = list.filter(message => !message.fromMe).slice(-Math.min(fresh, 3))
    for (const message of messages)
      announce(`${message.contact?.name || name}: ${messagePreview(t, message)}`)
  }, [arrived, list, name, silent, t])
}

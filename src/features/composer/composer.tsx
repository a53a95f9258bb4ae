import { useCallback, useEffect, useRef, useState } from 'react'
import { startRecordings, useRecordingHere } from '@/features/recorder'
import { TemplateDialog } from '@/features/templates'
import { startDrafts, useDrafts } from '@/stores/drafts'
import { startOutbox } from '@/stores/outbox'
import { settingsDirectory, useGroupRules } from '@/stores/settings'
import { useDirectSend, useNumberOffers, whatsappsDirectory } from '@/stores/whatsapps'
import { watchHands } from './focus-guard'
import { useLost } from './holder'
import { Blocked, LostBar } from './notices'
import { UtilityDialog } from './on-demand'
import { useReplyWindow } from './reply-window'
import { WindowClosed, WindowClosing } from './window-notices'
import { type ComposerProps, Writing } from './writing'

/** The composer of one ticket. Another ticket is another composer: no key can cross over. */
export function Composer(props: ComposerProps) {
  const { ticket } = props
  const rules = useGroupRules()
  const open = !ticket || ticket.status === 'open' || (ticket.isGroup && rules.mode)
  const hasDraft = useDrafts(state => state.drafts.has(props.ticketId))
  const replyWindow = useReplyWindow(ticket)
  const lost = useLost(ticket)
  // What is being said is not cut off: sent too late, it is in the thread with the reason.
  const recording = useRecordingHere(props.ticketId)
  const hadFocus = useRef(false)
  const onGone = useCallback((focused: boolean) => {
    hadFocus.current = focused
  }, [])
  useEffect(() => {
    watchHands()
    startDrafts()
    startOutbox()
    startRecordings()
    void whatsappsDirectory.ensure()
    void settingsDirectory.ensure()
  }, [])
  const whatsappId = ticket?.whatsappId ?? null
  const offersTemplates = useNumberOffers(whatsappId, 'templates')
  // The ticket it was opened for: in another one it is not open.
  const [choosing, setChoosing] = useState<{ ticketId: number; begin: string | null } | null>(null)
  const directSend = useDirectSend(whatsappId)
  const [utilityIn, setUtilityIn] = useState<number | null>(null)
  const onTemplate = offersTemplates
    ? (begin?: string) => setChoosing({ ticketId: props.ticketId, begin: begin ?? null })
    : null
  if (!open) {
    return (
      <Blocked
        status={ticket.status}
        hasDraft={hasDraft}
        onAccept={props.onAccept}
        onReopen={props.onReopen}
      />
    )
  }
  const dialog =
    ticket && whatsappId !== null && choosing?.ticketId === ticket.id && offersTemplates ? (
      // Keyed: what is filled in stays when the window opens or closes behind it.
      <TemplateDialog
        key="templates"
        ticket={ticket}
        whatsappId={whatsappId}
        begin={choosing.begin}
        onClose={() => setChoosing(null)}
      />
    ) : null
  const utility =
    ticket && utilityIn === ticket.id ? (
      <UtilityDialog key="utility" ticketId={ticket.id} onClose={() => setUtilityIn(null)} />
    ) : null
  if (replyWindow.state === 'closed' && !recording)
    return (
      <>
        <WindowClosed
          key={props.ticketId}
          begins={replyWindow.begins}
          hasDraft={hasDraft}
          hadFocus={hadFocus}
          onTemplate={onTemplate && (() => onTemplate())}
          onUtility={directSend && ticket ? () => setUtilityIn(ticket.id) : null}
        />
        {dialog}
        {utility}
      </>
    )
  return (
    <>
      {replyWindow.state === 'closing' ? <WindowClosing minutes={replyWindow.minutes} /> : null}
      {lost ? <LostBar lost={lost} hasDraft={hasDraft} /> : null}
      <Writing
        key={props.ticketId}
        {...props}
        held={replyWindow.state === 'closed' || lost !== null}
        lost={lost !== null}
        onGone={onGone}
        onTemplate={onTemplate}
      />
      {dialog}
      {utility}
    </>
  )
}

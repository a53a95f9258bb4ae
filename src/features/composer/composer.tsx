import { useCallback, useEffect, useRef, useState } from 'react'
import { MenuDialog } from '@/features/message-menus'
import { startRecordings, useRecordingHere } from '@/features/recorder'
import { TemplateDialog } from '@/features/templates'
import { startDrafts, useDrafts } from '@/stores/drafts'
import { openMenu, startMenuDrafts, useMenuDrafts } from '@/stores/menu-drafts'
import { startOutbox } from '@/stores/outbox'
import { useOffered } from '@/stores/servers'
import { settingsDirectory, useGroupRules } from '@/stores/settings'
import { useDirectSend, useNumberOffers, whatsappsDirectory } from '@/stores/whatsapps'
import { endReply } from './anchors'
import { watchHands } from './focus-guard'
import { useLost } from './holder'
import { Blocked, LostBar } from './notices'
import { UtilityDialog } from './on-demand'
import { useReplyWindow } from './reply-window'
import { endTyping } from './typing'
import { useSignature } from './use-leaving'
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
    startMenuDrafts()
    startOutbox()
    startRecordings()
    void whatsappsDirectory.ensure()
    void settingsDirectory.ensure()
  }, [])
  const whatsappId = ticket?.whatsappId ?? null
  const offersTemplates = useNumberOffers(whatsappId, 'templates')
  const numberShowsMenus = useNumberOffers(whatsappId, 'menus')
  const offersMenus = useOffered('agentMenus') && numberShowsMenus && ticket !== null && !ticket.isGroup
  const menuDraft = useMenuDrafts(state => state.open.get(props.ticketId))
  const signature = useSignature()
  // The ticket it was opened for: in another one it is not open.
  const [choosing, setChoosing] = useState<{ ticketId: number; begin: string | null } | null>(null)
  const directSend = useDirectSend(whatsappId)
  const [utilityIn, setUtilityIn] = useState<number | null>(null)
  const onTemplate = offersTemplates
    ? (begin?: string) => setChoosing({ ticketId: props.ticketId, begin: begin ?? null })
    : null
  const isHeld = replyWindow.state === 'closed' || lost !== null
  const menuDialog =
    menuDraft && ticket ? (
      // Keyed: what is typed stays where nothing may be sent behind it.
      <MenuDialog
        key={`menu ${ticket.id}`}
        ticket={ticket}
        draft={menuDraft}
        signature={signature}
        held={!open || isHeld || !offersMenus}
        onSent={() => {
          endReply(ticket.id)
          endTyping(ticket.id)
        }}
      />
    ) : null
  const utility =
    ticket && utilityIn === ticket.id ? (
      <UtilityDialog key="utility" ticketId={ticket.id} onClose={() => setUtilityIn(null)} />
    ) : null
  if (!open) {
    return (
      <>
        <Blocked
          status={ticket.status}
          hasDraft={hasDraft}
          onAccept={props.onAccept}
          onReopen={props.onReopen}
        />
        {menuDialog}
        {utility}
      </>
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
        {menuDialog}
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
        held={isHeld}
        lost={lost !== null}
        onGone={onGone}
        onTemplate={onTemplate}
        onMenu={offersMenus ? (text, menu) => openMenu(props.ticketId, { text, menu }) : null}
      />
      {dialog}
      {menuDialog}
      {utility}
    </>
  )
}

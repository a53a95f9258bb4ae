/**
 * What becomes of finished recordings: they lie in the draft of their ticket until they are sent, so that they outlive
 * a switch of tickets, a reload and a crash, and never reach another customer than the one they were spoken to.
 */
import { type Attachment, type FinishedTake, type RecorderState, UPLOAD_SEND_DELAY_MS } from '@contract'
import { errorText, i18n } from '@/i18n'
import { draftOf, flushDrafts, saveDraft, useDrafts } from '@/stores/drafts'
import { enqueue } from '@/stores/outbox'
import { claimRecording, controlRecording, startRecorder, useRecorder } from '@/stores/recorder'
import { atSessionEnd } from '@/stores/session-end'
import { toasts } from '@/stores/toasts'

/** Takes that go out as soon as they are finished. */
const sendAtOnce = new Set<string>()
const claiming = new Set<string>()
atSessionEnd('finished recordings', () => {
  sendAtOnce.clear()
  claiming.clear()
})
/** Composers on screen that show a recording, by ticket. */
const shown = new Map<number, number>()
let stop: (() => void) | null = null

const attachmentOf = ({ file }: FinishedTake): Attachment => ({
  ...file,
  caption: '',
  width: null,
  height: null,
})

function keep(take: FinishedTake): void {
  const { ticketId } = take
  saveDraft(ticketId, { attachments: [...(draftOf(ticketId)?.attachments ?? []), attachmentOf(take)] })
  flushDrafts(ticketId)
}

async function send(take: FinishedTake): Promise<void> {
  const answer = await enqueue({
    id: crypto.randomUUID(),
    ticketId: take.ticketId,
    kind: 'media',
    body: '',
    attachment: attachmentOf(take),
    holdMs: UPLOAD_SEND_DELAY_MS,
  })
  if (answer.ok) return
  keep(take)
  toasts.error(`${i18n.t('recorder.notSent')} ${errorText(i18n.t, answer)}`)
}

/** Resolves when what main kept is known: a recording added before would hide what had been typed beside it. */
const draftsKnown = (): Promise<void> =>
  new Promise(resolve => {
    if (useDrafts.getState().ready) return resolve()
    const leave = useDrafts.subscribe(({ ready }) => {
      if (!ready) return
      leave()
      resolve()
    })
  })

async function take(one: FinishedTake): Promise<void> {
  if (claiming.has(one.takeId)) return
  claiming.add(one.takeId)
  await draftsKnown()
  const mine = await claimRecording(one.takeId)
  claiming.delete(one.takeId)
  if (!mine) return
  const now = sendAtOnce.delete(one.takeId)
  if (one.end === 'limit') toasts.info(i18n.t('recorder.endedByLimit'))
  if (one.end === 'device') toasts.info(i18n.t('recorder.endedByDevice'))
  if (one.end === 'broken') toasts.info(i18n.t('recorder.endedByBreak'))
  // What ended by itself is listened to first.
  if (now && one.end === 'person') await send(one)
  else keep(one)
}

const look = (state: RecorderState): void => {
  for (const one of state.finished) void take(one)
}

/** Starts taking over finished recordings; once per window. */
export function startRecordings(): void {
  if (stop) return
  stop = useRecorder.subscribe(look)
  startRecorder()
  look(useRecorder.getState())
}

/** Ends a take and sends it without listening. */
export function stopAndSend(takeId: string): void {
  sendAtOnce.add(takeId)
  void controlRecording('stop', takeId)
}

/**
 * A composer shows the recording of its ticket. When none does any more (the ticket was left, or cannot be answered
 * now), the microphone does not stay open behind the agent's back: the recording ends and is kept.
 * @returns how to say that it is no longer shown.
 */
export function showRecording(ticketId: number): () => void {
  shown.set(ticketId, (shown.get(ticketId) ?? 0) + 1)
  return () => {
    shown.set(ticketId, (shown.get(ticketId) ?? 1) - 1)
    // Not at once: a composer that is drawn anew is not one that was left.
    setTimeout(() => {
      const { phase, takeId, ticketId: of } = useRecorder.getState()
      if ((shown.get(ticketId) ?? 0) > 0 || of !== ticketId || takeId === null) return
      if (phase === 'failed') void controlRecording('cancel', takeId)
      else if (phase !== 'stopping') void controlRecording('stop', takeId)
    }, 0)
  }
}

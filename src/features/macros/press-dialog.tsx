import { displayName, type Macro, type Ticket } from '@contract'
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useQuickAnswer } from '@/features/composer'
import { StepsInWords, useStepNames } from '@/features/steps'
import { errorText, useTexts } from '@/i18n'
import { macrosDirectory, useMacros } from '@/stores/macros'
import { quickMessagesDirectory } from '@/stores/quick-messages'
import { useUser } from '@/stores/session'
import { tagsDirectory } from '@/stores/tags'
import { useAtTicket } from '@/stores/ticket-presence'
import { usePinnedBelief } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { Select, useConfirm } from '@/ui'
import styles from './macros.module.css'
import { whenPutElsewhere } from './put-elsewhere'
import { runMacro, type StepResult, undoMacro } from './run'

/**
 * Chooses a macro, shows what it will do, does it: step by step, with a way to stop, what could not be done and why, and a way
 * back.
 * @param first the one that is chosen already.
 * @param onDone told whether the ticket has gone out of sight.
 */
export function PressDialog({
  ticket,
  first,
  onDone,
  onClose,
}: {
  ticket: Ticket
  first: Macro | null
  onDone: () => void
  onClose: () => void
}) {
  const { t } = useTexts()
  const user = useUser()
  const macros = useMacros()
  const names = useStepNames()
  const send = useQuickAnswer()
  const people = useAtTicket(ticket.id)
  const confirm = useConfirm()
  usePinnedBelief(ticket.id)
  const [chosenId, setChosenId] = useState(first?.id ?? null)
  const [results, setResults] = useState<readonly StepResult[] | null>(null)
  const [running, setRunning] = useState(false)
  const [stop] = useState(() => new AbortController())
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => void macrosDirectory.ensure(), [])
  const macro = macros.find(({ id }) => id === chosenId) ?? first
  // What was chosen is done by Enter.
  useEffect(() => {
    if (chosenId !== null) setTimeout(() => button.current?.focus())
  }, [chosenId])

  const undo = async (done: readonly StepResult[]): Promise<void> => {
    const { failures, left } = await undoMacro(done)
    if (failures.length > 0) toasts.error(errorText(t, failures[0]))
    else if (left.length > 0) toasts.info(t('macros.undoneSaid', { text: left.join(' / ') }))
    else toasts.success(t('macros.undone'))
  }
  const run = async (): Promise<void> => {
    if (!macro || !user || running) return
    const sender = people.find(({ activity }) => activity === 'sending')
    const question = {
      title: t('composer.colleagueSends', { name: sender?.name ?? '' }),
      okLabel: t('tickets.changed.anyway.macro'),
      cancelLabel: t('common.cancel'),
      danger: true,
    }
    if (sender && !(await confirm(question))) return
    setRunning(true)
    // What steps name is looked up in these.
    await Promise.all([quickMessagesDirectory.ensure(), tagsDirectory.ensure()])
    const mayPutAside = (): Promise<boolean> =>
      confirm({
        title: t('tickets.snooze.owingTitle'),
        text: t('tickets.snooze.owing', { count: 1 }),
        okLabel: t('tickets.snooze.word'),
        cancelLabel: t('common.cancel'),
      })
    const tools = { actor: { id: user.id, name: user.name }, send, mayPutAside, nameOf: names }
    const done = await runMacro(macro.steps, ticket.id, tools, setResults, stop.signal)
    setRunning(false)
    if (done.some(({ state }) => state !== 'done')) return
    const mayUndo = done.some(one => one.undo !== null)
    toasts.success(
      t('macros.done', { name: macro.name }),
      mayUndo ? { action: { label: t('common.undo'), run: () => undo(done) } } : {},
    )
    const put = macro.steps.findLast(step => step.kind === 'queue')
    if (put)
      whenPutElsewhere(ticket.id, put.queueId, queueId =>
        toasts.info(
          t('macros.putElsewhere', {
            name: displayName(ticket.contact) || `#${ticket.id}`,
            queue: names('queue', queueId),
          }),
        ),
      )
    onClose()
    onDone()
  }

  const isOver = results !== null && !running
  const failed = (results ?? []).filter(({ state }) => state !== 'done').length
  return (
    <Modal
      open
      centered
      width={520}
      title={t('macros.press')}
      mask={{ closable: !running }}
      closable={!running}
      keyboard={!running}
      onCancel={onClose}
      // The dialog takes the focus once it has opened: what is typed next chooses, or Enter does what was chosen meanwhile.
      afterOpenChange={open => {
        if (open) (chosenId !== null ? button.current : box.current?.querySelector('input'))?.focus()
      }}
      footer={
        isOver ? (
          <>
            {results.some(one => one.undo !== null) ? (
              <Button
                onClick={() => {
                  void undo(results)
                  onClose()
                }}
              >
                {t('common.undo')}
              </Button>
            ) : null}
            <Button type="primary" autoFocus onClick={onClose}>
              {t('common.close')}
            </Button>
          </>
        ) : running ? (
          <Button disabled={stop.signal.aborted} onClick={() => stop.abort()}>
            {t('macros.stop')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button ref={button} type="primary" disabled={!macro} onClick={() => void run()}>
              {t('macros.run')}
            </Button>
          </>
        )
      }
    >
      <div ref={box} className={styles.press}>
        {results === null ? (
          <Select<number>
            // From the first drawing on, not once it has opened: what is typed meanwhile chooses.
            autoFocus={first === null}
            defaultOpen={first === null}
            showSearch
            aria-label={t('macros.choose')}
            placeholder={t('macros.choose')}
            notFoundContent={t('macros.empty')}
            value={macro?.id}
            options={macros.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosenId}
          />
        ) : (
          <p className={styles.quiet} role="status">
            {running
              ? t('macros.progress', { done: results.length, total: macro?.steps.length ?? 0 })
              : t('macros.failed', { count: failed })}
          </p>
        )}
        {macro ? (
          <StepsInWords
            steps={macro.steps}
            outcomes={results?.map(({ state, error }) => ({
              state,
              why: error === null ? '' : errorText(t, error),
            }))}
          />
        ) : (
          <p className={styles.quiet}>{t('macros.preview')}</p>
        )}
      </div>
    </Modal>
  )
}

import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { useConfirm } from '@/ui'

/** Asks whether what is typed may be lost; true when it may. */
export function useLeaveQuestion(): () => Promise<boolean> {
  const { t } = useTexts()
  const confirm = useConfirm()
  return useCallback(
    () =>
      confirm({
        title: t('kit.form.leaveTitle'),
        text: t('kit.form.leaveText'),
        okLabel: t('kit.form.leave'),
        cancelLabel: t('kit.form.stay'),
        danger: true,
      }),
    [confirm, t],
  )
}

/**
 * Holds up a change of screen while something is unsaved, until `mayLeave` has answered. `unsaved` is asked when the
 * screen is about to change, so that what has just been saved holds up nothing.
 */
export function useHeldLeaving(unsaved: () => boolean, mayLeave: () => Promise<boolean>): void {
  const latest = useRef({ unsaved, mayLeave })
  useEffect(() => {
    latest.current = { unsaved, mayLeave }
  })
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && latest.current.unsaved(),
  )
  useEffect(() => {
    if (leaving.state !== 'blocked') return
    // The form may close, or another screen be asked for, before the answer: this one is then about nothing.
    let asked = true
    void latest.current.mayLeave().then(may => {
      if (asked) (may ? leaving.proceed : leaving.reset)()
    })
    return () => {
      asked = false
    }
  }, [leaving])
}

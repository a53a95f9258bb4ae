import type { FormInstance } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Fields are locked while a form saves, and what is locked holds no keyboard: after a save that failed it is given back,
 * to the first wrong field, or to where it was.
 * @param busy whether the form saves now.
 * @returns called when a save has failed, before `busy` ends.
 */
export function useFocusAfterFailure<V>(form: FormInstance<V>, busy: boolean): () => void {
  const before = useRef<HTMLElement | null>(null)
  const [failures, setFailures] = useState(0)
  const answered = useRef(0)
  useLayoutEffect(() => {
    if (busy) {
      const { activeElement } = document
      before.current = activeElement instanceof HTMLElement ? activeElement : null
      return
    }
    if (answered.current === failures) return
    answered.current = failures
    const wrong = form.getFieldsError().find(({ errors }) => errors.length > 0)
    if (wrong) form.scrollToField(wrong.name as never, { block: 'center', focus: true })
    else if (before.current?.isConnected) before.current.focus({ preventScroll: true })
    before.current = null
  }, [busy, failures, form])
  return () => setFailures(count => count + 1)
}

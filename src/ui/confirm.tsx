import { App } from 'antd'
import { useCallback } from 'react'

export interface Question {
  title: string
  text?: string
  okLabel: string
  cancelLabel: string
  /** The answer destroys something: the button is red and the focus rests on the way back. */
  danger?: boolean
}

/**
 * Asks before something that cannot be undone.
 * @returns a function that shows the question and resolves with the answer; Esc and the cancel button say no.
 */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const { modal } = App.useApp()
  return useCallback(
    ({ title, text, okLabel, cancelLabel, danger = false }) =>
      new Promise(resolve => {
        modal.confirm({
          title,
          content: <span style={{ whiteSpace: 'pre-line' }}>{text}</span>,
          icon: null,
          centered: true,
          width: 420,
          okText: okLabel,
          cancelText: cancelLabel,
          okButtonProps: { danger, type: 'primary' },
          focusable: { autoFocusButton: danger ? 'cancel' : 'ok' },
          onOk: () => resolve(true),
          onCancel: () => resolve(false),
        })
      }),
    [modal],
  )
}

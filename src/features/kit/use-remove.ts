import { useCallback } from 'react'
import { errorText, useTexts } from '@/i18n'
import type { toasts } from '@/stores/toasts'
import { useConfirm } from '@/ui'
import { useVoice } from './voice'

export interface Removal {
  /** Default 'Exclusão de Registro'. */
  title?: string
  /** How many go; default 1. */
  count?: number
  /** Names what goes, on a line of its own below the question. */
  name?: string
  /**
   * What follows from it. It is below 'Deseja realmente excluir esse registro?', or alone
   * below a title of one's own.
   */
  text?: string
  /** Says what happens: "Excluir 3 etiquetas". Default common.delete. */
  okLabel?: string
  /** Default 'Operação realizada com sucesso!'. */
  doneText?: string
  /** The call. */
  remove: () => Promise<unknown>
  /** After it succeeded, for instance `list.drop(id)`. */
  onDone?: () => void
}

/**
 * The one way to delete something: asks, deletes, says how it went.
 * @returns a function that resolves with whether it was deleted. Never throws.
 */
export function useRemove(): (removal: Removal) => Promise<boolean> {
  const { t } = useTexts()
  const say = useVoice()
  const confirm = useConfirm()
  return useCallback(
    async ({ title, count = 1, name, text, okLabel, doneText, remove, onDone }) => {
      const question = count > 1 ? t('kit.remove.textMany', { count }) : t('kit.remove.text')
      const sure = await confirm({
        title: title ?? t('kit.remove.title'),
        text: [...(title === undefined || text === undefined ? [question] : []), name, text]
          .filter(Boolean)
          .join('\n'),
        okLabel: okLabel ?? t('common.delete'),
        cancelLabel: t('common.cancel'),
        danger: true,
      })
      if (!sure) return false
      return attempt(t, say, remove, doneText ?? t('kit.saved'), onDone)
    },
    [confirm, say, t],
  )
}

type Translate = ReturnType<typeof useTexts>['t']

/** Runs a call and says how it went; without a reason of the server's 'Não foi possível realizar a operação'. */
async function attempt(
  t: Translate,
  say: typeof toasts,
  work: () => Promise<unknown>,
  doneText: string,
  onDone?: () => void,
): Promise<boolean> {
  try {
    await work()
  } catch (error) {
    const said = errorText(t, error)
    say.error(said === t('errors.unknown') ? t('kit.failed') : said)
    return false
  }
  if (doneText !== '') say.success(doneText)
  onDone?.()
  return true
}

/**
 * Runs one action (a switch, a move, a restart) with the toasts every action has.
 * @returns `(work, doneText?, onDone?)`: resolves with whether it succeeded; "" as doneText says nothing on success.
 */
export function useAttempt(): (
  work: () => Promise<unknown>,
  doneText?: string,
  onDone?: () => void,
) => Promise<boolean> {
  const { t } = useTexts()
  const say = useVoice()
  return useCallback(
    (work, doneText, onDone) => attempt(t, say, work, doneText ?? t('kit.saved'), onDone),
    [say, t],
  )
}

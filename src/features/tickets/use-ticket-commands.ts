import { ArrowLeftRight, BellOff, CheckCheck, NotebookPen, Search, Sparkles, Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { useTexts } from '@/i18n'
import { type Command, useCommands } from '@/stores/commands'
import { runKeyAction } from '@/stores/key-actions'
import type { HeaderActions } from './header-rules'

/**
 * What the palette offers for the open ticket: the same as its keys do.
 * @param silently it may be resolved without a message.
 * @param summarises a summary of it is offered.
 */
export function useTicketCommands(
  name: string,
  offered: HeaderActions | null,
  { silently, summarises }: { silently: boolean; summarises: boolean },
): void {
  const { t } = useTexts()
  const resolve = offered?.primary === 'resolve' || offered?.resolve === true
  const giveBack = offered?.giveBack === true
  const transfer = offered?.transfer === true
  useCommands(
    'ticket',
    useMemo<Command[]>(() => {
      const command = (
        shown: boolean,
        keyAction:
          | 'resolveAndNext'
          | 'resolveSilently'
          | 'giveBack'
          | 'giveBackWithNote'
          | 'transfer'
          | 'summarise'
          | 'findInThread',
        title: string,
        icon: NonNullable<Command['icon']>,
      ): Command[] =>
        shown
          ? [
              {
                id: `ticket.${keyAction}`,
                title,
                detail: name,
                group: 'actions',
                icon,
                keyAction,
                run: () => void runKeyAction(keyAction),
              },
            ]
          : []
      return [
        ...command(resolve, 'resolveAndNext', t('tickets.header.resolve'), CheckCheck),
        ...command(silently, 'resolveSilently', t('tickets.header.resolveSilently'), BellOff),
        ...command(giveBack, 'giveBack', t('shell.keys.giveBack'), Undo2),
        ...command(giveBack, 'giveBackWithNote', t('tickets.header.returnWithNote'), NotebookPen),
        ...command(transfer, 'transfer', t('tickets.header.transfer'), ArrowLeftRight),
        ...command(summarises, 'summarise', t('shell.keys.summarise'), Sparkles),
        ...command(true, 'findInThread', t('shell.keys.findInThread'), Search),
      ]
    }, [t, name, resolve, silently, giveBack, transfer, summarises]),
  )
}

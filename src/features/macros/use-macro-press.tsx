import type { Macro, Ticket } from '@contract'
import { ListVideo } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTexts } from '@/i18n'
import { type Command, useCommands } from '@/stores/commands'
import { useKeyActions } from '@/stores/key-actions'
import { macrosDirectory, useMacros } from '@/stores/macros'
import { useOffered } from '@/stores/servers'
import { onDemand } from '@/ui'

const PressDialog = onDemand(async () => (await import('./press-dialog')).PressDialog)

/**
 * Macros for the open ticket: by their key, and each by its name in the palette.
 * @param onDone after one that did all it should.
 * @returns what opens them, null where there are none; and the dialog while it is open.
 */
export function useMacroPress(
  ticket: Ticket,
  onDone: () => void,
): { open: (() => void) | null; dialog: ReactNode } {
  const { t } = useTexts()
  const offered = useOffered('macros')
  const macros = useMacros()
  const [pressed, setPressed] = useState<Macro | 'choose' | null>(null)
  useEffect(() => {
    if (offered) void macrosDirectory.ensure()
  }, [offered])
  const some = macros.length > 0
  // There before it is asked for: what is typed right after its key chooses.
  useEffect(() => {
    if (some) PressDialog.prepare()
  }, [some])
  const open = offered ? () => setPressed('choose') : null
  useKeyActions('macros', { macros: open })
  useCommands(
    'macros',
    useMemo<Command[]>(
      () =>
        offered
          ? macros.map(macro => ({
              id: `macro.${macro.id}`,
              title: t('macros.command', { name: macro.name }),
              group: 'actions',
              icon: ListVideo,
              run: () => setPressed(macro),
            }))
          : [],
      [offered, macros, t],
    ),
  )
  return {
    open,
    dialog: pressed ? (
      <PressDialog
        ticket={ticket}
        first={pressed === 'choose' ? null : pressed}
        onDone={onDone}
        onClose={() => setPressed(null)}
      />
    ) : null,
  }
}

/** What the "/" of the composer offers beside texts: what the copilot does with a message, buttons and lists, and the number's templates. */
import { fold, type MessageTemplate, REWRITES, type Rewrite, type Ticket } from '@contract'
import { useEffect, useMemo, useState } from 'react'
import { isSendable, matching, useTemplates } from '@/features/templates'
import { useTexts } from '@/i18n'
import { useCopilotOffers } from '@/stores/copilot'

/** Most templates that are listed by themselves; all of them are behind the one that opens their list. */
const MOST_TEMPLATES = 20

export type SlashAction =
  | { kind: 'copilot'; does: 'suggest' | Rewrite; label: string }
  /** @property template null: the whole list of templates. */
  | { kind: 'menu'; label: string }
  | { kind: 'template'; template: MessageTemplate | null; label: string }

interface Asked {
  /** What is behind the slash; null where there is none. */
  query: string | null
  /** The slash begins the message: a template takes its place whole. */
  begins: boolean
  /** What is written besides. */
  rest: string
  ticket: Ticket | null
  held: boolean
  offersTemplates: boolean
  offersMenus: boolean
}

const NOTHING: readonly SlashAction[] = []

/** Those that fit what is typed, the copilot's first. A template the number cannot send now is none. */
export function useSlashActions({
  query,
  begins,
  rest,
  ticket,
  held,
  offersTemplates,
  offersMenus,
}: Asked): readonly SlashAction[] {
  const { t } = useTexts()
  const suggests = useCopilotOffers('suggest', ticket)
  const rewrites = useCopilotOffers('rewrite', ticket)
  const wantsTemplates = query !== null && begins && rest.trim() === '' && offersTemplates
  // Read at the first slash and kept: another one asks nothing.
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (wantsTemplates) setWanted(true)
  }, [wantsTemplates])
  const { known } = useTemplates(wanted ? (ticket?.whatsappId ?? null) : null)
  const hasRest = rest.trim() !== ''
  return useMemo(() => {
    if (query === null) return NOTHING
    const fits = ({ label }: SlashAction): boolean => fold(label).includes(fold(query))
    const copilot: SlashAction[] = [
      ...(suggests ? [{ kind: 'copilot', does: 'suggest', label: t('copilot.suggest') } as const] : []),
      ...(rewrites && hasRest
        ? REWRITES.map(does => ({ kind: 'copilot', does, label: t(`copilot.rewrites.${does}`) }) as const)
        : []),
    ]
    const templates = matching(known?.templates ?? [], query, '')
      .filter(isSendable)
      .slice(0, MOST_TEMPLATES)
      .map(template => ({ kind: 'template', template, label: template.name.replaceAll('_', ' ') }) as const)
    const all = { kind: 'template', template: null, label: t('composer.window.template') } as const
    const menu = { kind: 'menu', label: t('messageMenus.open') } as const
    return [
      ...(held ? [] : copilot.filter(fits)),
      ...(!held && begins && offersMenus && fits(menu) ? [menu] : []),
      ...(wantsTemplates ? [...templates, ...(fits(all) ? [all] : [])] : []),
    ]
  }, [query, suggests, rewrites, hasRest, known, wantsTemplates, begins, offersMenus, held, t])
}

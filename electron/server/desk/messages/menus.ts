/** Menus of messages: whether a number supports them, and what is stored with and without support. */
import { type MenuParts, menuFaults, menuWords, type PressedMenu, tidyMenu } from '@contract'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { whatsappOf } from '../../platform/db/company-rows'
import type { Workspace } from '../../workspace'
import type { TicketRow } from '../tickets/visibility'

/** The body of a message, and its menu if the number supports it. */
export interface Worded {
  body: string
  menu: PressedMenu | null
}

/** Whether a ticket's number supports menus; WhatsApp has none in groups. */
export async function showsMenus(
  app: Workspace,
  db: Reader,
  { companyId, whatsappId, isGroup }: Pick<TicketRow, 'companyId' | 'whatsappId' | 'isGroup'>,
): Promise<boolean> {
  if (isGroup || whatsappId === null) return false
  const { provider } = await whatsappOf(db, companyId, whatsappId)
  return app.channel.capabilitiesOf(provider)?.includes('menus') ?? false
}

/** @throws ApiError ERR_MENU_… with the place of the first fault. */
export function refuseFaults(text: string, parts: MenuParts): void {
  const [fault] = menuFaults(text, parts)
  if (fault) throw new ApiError(fault.code, { field: 'menu', at: fault.at })
}

/**
 * Builds the body and menu of a message. With a menu the body has all of it in words, for numbers without support.
 * @param text the text above the menu, or the whole message without one.
 * @throws ApiError as `refuseFaults`.
 */
export async function worded(
  app: Workspace,
  ticket: TicketRow,
  text: string,
  parts: MenuParts | null | undefined,
): Promise<Worded> {
  if (!parts) return { body: text, menu: null }
  refuseFaults(text, parts)
  const menu = { ...tidyMenu(parts), opening: text.trim() }
  return { body: menuWords(menu), menu: (await showsMenus(app, app.db, ticket)) ? menu : null }
}

/** What is pressed below a message: whether a number can show it, and what is stored where it can and where it cannot. */
import { type MenuParts, menuFaults, menuWords, type PressedMenu, tidyMenu } from '@contract'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { whatsappOf } from '../../platform/db/company-rows'
import type { Workspace } from '../../workspace'
import type { TicketRow } from '../tickets/visibility'

/** The words of a message, and what of them is pressed. */
export interface Worded {
  body: string
  menu: PressedMenu | null
}

/** Whether the customer of a ticket can be shown a menu: WhatsApp has none in groups. */
export async function showsMenus(
  app: Workspace,
  db: Reader,
  { companyId, whatsappId, isGroup }: Pick<TicketRow, 'companyId' | 'whatsappId' | 'isGroup'>,
): Promise<boolean> {
  if (isGroup || whatsappId === null) return false
  const { provider } = await whatsappOf(db, companyId, whatsappId)
  return app.channel.capabilitiesOf(provider)?.includes('menus') ?? false
}

/** @throws ApiError ERR_MENU_…: what WhatsApp would refuse of a menu, with where it is. */
export function refuseFaults(text: string, parts: MenuParts): void {
  const [fault] = menuFaults(text, parts)
  if (fault) throw new ApiError(fault.code, { field: 'menu', at: fault.at })
}

/**
 * A message as it is stored: with a menu its body says all of it in words, which is what a number sends that cannot show one.
 * @param text above the menu, or the whole message where there is none.
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

import { type MenuParts as Parts, sentMenu, tidyMenu } from '@contract'
import { buttonsOf, MenuParts, MessageButtons, MessageText, PhoneBubble } from '@/features/thread'
import { useTexts } from '@/i18n'

/** A message with its menu as the customer will see it. */
export function MenuPreview({ text, menu }: { text: string; menu: Parts }) {
  const { t } = useTexts()
  const shown = sentMenu.parse({ ...tidyMenu(menu), opening: text.trim() })
  return (
    <PhoneBubble label={t('messageMenus.preview')} testId="menu-preview">
      <MessageText text={shown.opening || t('messageMenus.text')} />
      <MenuParts menu={shown} />
      <MessageButtons buttons={buttonsOf(shown)} />
    </PhoneBubble>
  )
}

import { Dropdown } from 'antd'
import { Languages } from 'lucide-react'
import { LANGUAGE_NAMES, LANGUAGES, resolveLanguage, useTexts } from '@/i18n'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { IconButton, MENU_KEYS } from '@/ui'

/** Chooses among the three languages; each is written as its own speakers write it. */
export function LanguageMenu() {
  const { t } = useTexts()
  const language = usePreferences(state => state.language)
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        ...MENU_KEYS,
        selectable: true,
        selectedKeys: [language],
        items: LANGUAGES.map(key => ({ key, label: <span lang={key}>{LANGUAGE_NAMES[key]}</span> })),
        onClick: ({ key }) => void setPreferences({ language: resolveLanguage(key) }),
      }}
    >
      <IconButton
        icon={Languages}
        label={`${t('shell.bar.language')}: ${LANGUAGE_NAMES[language]}`}
        aria-haspopup="menu"
      />
    </Dropdown>
  )
}

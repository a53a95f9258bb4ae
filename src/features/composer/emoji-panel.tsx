import EmojiPicker, { type EmojiClickData, type EmojiData } from 'emoji-picker-react'
import { useEffect, useState } from 'react'
import { type Language, useTexts } from '@/i18n'
import { styleNonce } from '@/ui'
import styles from './emoji-button.module.css'
import { loadEmojiTable } from './emoji-search'

interface EmojiPanelProps {
  onPick: (emoji: string) => void
}

const isDark = (): boolean => document.documentElement.dataset.theme === 'dark'

/** The full picker in the language of the interface; native glyphs only, nothing is fetched. */
export default function EmojiPanel({ onPick }: EmojiPanelProps) {
  const { t, language } = useTexts()
  const [data, setData] = useState<{ language: Language; table: EmojiData } | null>(null)
  useEffect(() => {
    let left = false
    loadEmojiTable(language)
      .then(module => {
        if (!left) setData({ language, table: module.default })
      })
      .catch(() => {}) // the chunk is part of the application; without it the picker stays a skeleton
    return () => {
      left = true
    }
  }, [language])
  if (data?.language !== language)
    return <div className={styles.waiting} role="status" aria-label={t('common.loading')} />
  return (
    <EmojiPicker
      nonce={styleNonce()}
      className={styles.picker ?? ''}
      emojiData={data.table}
      emojiStyle="native"
      theme={isDark() ? 'dark' : 'light'}
      suggestedEmojisMode="recent"
      width={340}
      height={380}
      lazyLoadEmojis
      autoFocusSearch
      previewConfig={{ showPreview: false }}
      labels={{
        searchPlaceholder: t('common.search'),
        searchLabel: t('composer.searchEmoji'),
        searchClear: t('common.clear'),
        searchResultsNone: t('common.empty'),
        searchResultsOne: t('composer.emojiFound', { count: 1 }),
        searchResultsMany: t('composer.emojiFoundMany'),
        categoryNavigation: t('composer.emojiCategories'),
        skinToneNeutral: t('composer.skinTone.neutral'),
        skinToneLight: t('composer.skinTone.light'),
        skinToneMediumLight: t('composer.skinTone.mediumLight'),
        skinToneMedium: t('composer.skinTone.medium'),
        skinToneMediumDark: t('composer.skinTone.mediumDark'),
        skinToneDark: t('composer.skinTone.dark'),
      }}
      onEmojiClick={(choice: EmojiClickData) => onPick(choice.emoji)}
    />
  )
}

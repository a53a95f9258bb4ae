import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { useTexts } from '@/i18n'
import { toasts } from '@/stores/toasts'
import { IconButton, SegmentedTabs } from '@/ui'
import styles from './messages-api.module.css'

/** Puts a text into the clipboard and says how it went. */
export function useCopy(): (text: string) => void {
  const { t } = useTexts()
  return text =>
    void navigator.clipboard.writeText(text).then(
      () => toasts.success(t('common.copied')),
      () => toasts.error(t('errors.unknown')),
    )
}

export interface CodeBlockProps<L extends string> {
  /** Names the example. */
  label: string
  languages: readonly L[]
  /** What is shown. */
  code: (language: L) => string
  /** What is copied, where that is more than is shown (a hidden token). */
  copied?: (language: L) => string
}

/** An example in several languages, to be read and copied. */
export function CodeBlock<L extends string>({ label, languages, code, copied = code }: CodeBlockProps<L>) {
  const { t } = useTexts()
  const copy = useCopy()
  const id = useId()
  const [language, setLanguage] = useState<L>(languages[0] as L)
  return (
    <section className={styles.code} aria-label={label}>
      <div className={styles.codeHead}>
        <SegmentedTabs
          id={id}
          look="pill"
          label={t('messagesApi.code.language')}
          items={languages.map(key => ({ key, label: key }))}
          value={language}
          onChange={setLanguage}
        />
        <IconButton icon={Copy} label={t('messagesApi.code.copy')} onClick={() => copy(copied(language))} />
      </div>
      <div
        className={styles.codeText}
        id={`${id}-panel-${language}`}
        role="tabpanel"
        aria-labelledby={`${id}-tab-${language}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keys
        tabIndex={0}
      >
        <pre>
          <code>{code(language)}</code>
        </pre>
      </div>
    </section>
  )
}

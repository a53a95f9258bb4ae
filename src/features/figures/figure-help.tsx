import { Popover } from 'antd'
import { useTexts } from '@/i18n'
import { HelpButton } from '@/ui'
import styles from './figure-help.module.css'
import type { FigureName } from './figures'

/** The "?" beside a figure: what it counts, in the words of docs/figures.md. */
export function FigureHelp({ figure }: { figure: FigureName }) {
  const { t } = useTexts()
  const name = t(`figures.name.${figure}`)
  return (
    <Popover
      trigger="click"
      destroyOnHidden
      title={name}
      content={<p className={styles.about}>{t(`figures.about.${figure}`)}</p>}
    >
      <HelpButton label={t('figures.what', { name })} />
    </Popover>
  )
}

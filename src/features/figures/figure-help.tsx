import { Popover } from 'antd'
import { useTexts } from '@/i18n'
import { HelpButton } from '@/ui'
import styles from './figure-help.module.css'
import type { FigureName } from './figures'

/** The "?" beside what is counted: what it means, in the words of docs/figures.md. */
export function MeaningHelp({ name, about }: { name: string; about: string }) {
  const { t } = useTexts()
  return (
    <Popover trigger="click" destroyOnHidden title={name} content={<p className={styles.about}>{about}</p>}>
      <HelpButton label={t('figures.what', { name })} />
    </Popover>
  )
}

/** The "?" beside a figure of service. */
export function FigureHelp({ figure }: { figure: FigureName }) {
  const { t } = useTexts()
  return <MeaningHelp name={t(`figures.name.${figure}`)} about={t(`figures.about.${figure}`)} />
}

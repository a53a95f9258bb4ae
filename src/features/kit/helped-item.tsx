import { Form, type FormItemProps } from 'antd'
import { useTexts } from '@/i18n'
import { cx, HelpButton, tipOf, VisuallyHidden } from '@/ui'
import styles from './helped-item.module.css'

export interface HelpedItemProps extends Omit<FormItemProps, 'label' | 'extra' | 'children'> {
  label: string
  /** What the field is for, in a sentence or two; what has to be typed, and what is kept, stays below the field (`extra`). */
  about: string
  children: FormItemProps['children']
}

/**
 * A field with a "?" beside its label. Its words are shown on a press, a rest of the pointer and the keyboard's focus; a
 * screen reader has them as the field's description. The button stands behind the field in the order of Tab, and outside
 * of its label: it is not a part of its name.
 */
export function HelpedItem({ label, about, className, hidden, children, ...item }: HelpedItemProps) {
  const { t } = useTexts()
  return (
    <div className={cx(styles.helped, className)} hidden={hidden}>
      <Form.Item
        {...item}
        label={
          <>
            {label}
            <span className={styles.room} />
          </>
        }
        extra={
          <span data-spoken="">
            <VisuallyHidden>{about}</VisuallyHidden>
          </span>
        }
      >
        {children}
      </Form.Item>
      <HelpButton
        className={styles.help}
        label={t('kit.form.help', { field: label })}
        {...tipOf(about)}
        data-tip-press=""
      />
    </div>
  )
}

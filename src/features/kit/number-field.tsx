import { ConfigProvider, type GetRef, InputNumber, type InputNumberProps } from 'antd'
import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { useTexts } from '@/i18n'

type Field = GetRef<typeof InputNumber>

/** Ant Design's field for a number; its two buttons, which it names in English, are named in the reader's language. */
export function NumberField({ ref, ...props }: InputNumberProps<number> & { ref?: Ref<Field> }) {
  const { t } = useTexts()
  const field = useRef<Field>(null)
  useImperativeHandle(ref, () => field.current as Field)
  // A form that is opened again after it was closed draws its buttons anew.
  ConfigProvider.useConfig()
  useLayoutEffect(() => {
    const named = { up: t('kit.number.more'), down: t('kit.number.less') }
    for (const [action, label] of Object.entries(named))
      field.current?.nativeElement
        .querySelector(`[role="button"][class*="-action-${action}"]`)
        ?.setAttribute('aria-label', label)
  })
  return <InputNumber<number> ref={field} {...props} />
}

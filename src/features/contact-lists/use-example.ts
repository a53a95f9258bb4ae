import { useCallback } from 'react'
import { useTexts } from '@/i18n'
import { saveBlob } from '@/stores/downloads'
import { contentToasts } from '@/stores/toasts'
import { createSheet } from './sheet/sheet'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Gives out an example spreadsheet in the language of the screen; the import knows its headings. */
export function useExample(): () => void {
  const { t } = useTexts()
  return useCallback(() => {
    const sheet = createSheet()
    const heading = ['name', 'number', 'email'] as const
    const rows = [
      heading.map(key => t(`contactLists.items.${key}`)),
      ['Maria Souza', '5511912345678', 'maria@exemplo.com.br'],
      ['João Lima', '5521987654321', ''],
    ]
    sheet
      .example(t('contactLists.file.exampleSheet'), rows)
      .then(bytes => saveBlob(new Blob([bytes], { type: XLSX }), t('contactLists.file.exampleName')))
      .catch(() => contentToasts.error(t('contactLists.file.exampleFailed')))
      .finally(() => sheet.close())
  }, [t])
}

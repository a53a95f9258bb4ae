import { Form } from 'antd'
import type { Fields } from './fields'

/** The fields of the editor as they stand. */
export const useFields = (): Partial<Fields> =>
  (Form.useWatch(all => all as Partial<Fields>, Form.useFormInstance()) as Partial<Fields> | undefined) ?? {}

import type { FormSchema } from '../../../src/features/kit/schema-rules'
import { schemaItem } from '../../../src/features/kit/schema-rules'

/** What a form built from a schema says of values in one of its fields, as the last part of the text's key; null is fine. */
export const saidBy =
  <S extends FormSchema, N extends keyof S['shape'] & string>(schema: S, name: N) =>
  (values: readonly unknown[]): Promise<(string | null)[]> => {
    const { rules } = schemaItem(((key: string) => key) as never, schema, name)
    const [rule] = rules as { validator: (rule: unknown, value: unknown) => Promise<void> }[]
    return Promise.all(
      values.map(value =>
        (rule?.validator(null, value) ?? Promise.reject(new Error('no rule'))).then(
          () => null,
          (error: Error) => error.message.replace(/^.*\./, ''),
        ),
      ),
    )
  }

import { Checkbox, Form, type FormItemProps, type GetProps, Input, type InputProps, Switch } from 'antd'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { type TFunction, useTexts } from '@/i18n'
import { Select } from '@/ui'
import { HelpedItem } from './helped-item'
import { NumberField, type NumberFieldProps } from './number-field'
import { type FieldName, type FormSchema, type SchemaItem, schemaItem } from './schema-rules'
import { One, type RowKind, Several, useRowNames } from './several'

interface SecretFieldProps {
  /** Given by the form. */
  id?: string
  value?: string
  onChange?: (text: string) => void
  onBlur?: () => void
  /** The server keeps one: an empty field leaves it as it is. */
  kept: boolean
}

/** A key of a provider: typed and never shown again. */
function SecretField({ id, value = '', onChange, onBlur, kept }: SecretFieldProps) {
  const { t } = useTexts()
  return (
    <Input.Password
      {...(id ? { id } : {})}
      value={value}
      autoComplete="off"
      spellCheck={false}
      placeholder={kept ? t('prompts.keptSecret') : ''}
      {...(onBlur ? { onBlur } : {})}
      onChange={event => onChange?.(event.target.value)}
    />
  )
}

/** A kind of field: how it is filled in, and how a value of it reads. */
export interface FieldKind {
  /** A function where the label stands within it. */
  input: ReactElement | ((label: string) => ReactElement)
  /** A value in words. Without it yes or no, and anything else as it is. */
  words?: (value: never) => ReactNode
  /** What the form's item has for it. */
  item?: FormItemProps
}

/** About one field of a form. `about` stands behind a "?" beside its label. */
type More = FormItemProps & { about?: string }

export interface Fields<S extends FormSchema> {
  /** Draws a field by its kind. */
  field: (name: FieldName<S>, kind: FieldKind, more?: More) => ReactElement
  /** The label of a field and the words of a value, by the kinds of those that are drawn. */
  describe: (name: FieldName<S>, value: unknown) => { label: string; value: ReactNode }
}

/** Values of fields in words, where no kind says them. */
export type FieldWords<S extends FormSchema> = Partial<Record<FieldName<S>, FieldKind['words']>>

/**
 * The fields of a form whose rules come from a schema. To be called at each render.
 * @param label what a field is called.
 * @param drawn the words of fields as they were drawn, kept between renders: some are drawn after what describes them.
 */
export function fieldsOf<S extends FormSchema>(
  t: TFunction,
  itemOf: (name: FieldName<S>) => SchemaItem<FieldName<S>>,
  label: (name: FieldName<S>) => string,
  said: FieldWords<S>,
  drawn: Map<string, NonNullable<FieldKind['words']>>,
): Fields<S> {
  return {
    field(name, { input, item, ...kind }, { about, ...more } = {}) {
      if (kind.words) drawn.set(name, kind.words)
      const props = { ...itemOf(name), label: label(name), ...item, ...more }
      const control = typeof input === 'function' ? input(label(name)) : input
      return about === undefined ? (
        <Form.Item key={name} {...props}>
          {control}
        </Form.Item>
      ) : (
        <HelpedItem key={name} {...props} label={label(name)} about={about}>
          {control}
        </HelpedItem>
      )
    },
    describe(name, value) {
      const plain = [value ?? ''].flat().join(', ')
      const known = typeof value === 'boolean' ? t(value ? 'common.yes' : 'common.no') : plain
      const words = drawn.get(name) ?? said[name]
      return { label: label(name), value: words?.(value as never) ?? known }
    },
  }
}

/** Draws the fields of a form that has no record to change. @param label what a field is called. */
export function useFieldsOf<S extends FormSchema>(
  schema: S,
  label: (name: FieldName<S>) => string,
): Fields<S>['field'] {
  const { t } = useTexts()
  return fieldsOf(t, (name: FieldName<S>) => schemaItem(t, schema, name), label, {}, new Map()).field
}

function RowNames({ kind, ids }: { kind: RowKind; ids: readonly number[] }): string {
  return useRowNames(kind)(ids)
}

/** Says rows of the company by their names. @param none what is said where there is none. */
export const rowWords =
  (kind: RowKind, none: string) =>
  (ids: number | readonly number[] | null | undefined): ReactNode => {
    const chosen = typeof ids === 'number' ? [ids] : (ids ?? [])
    return chosen.length > 0 ? <RowNames kind={kind} ids={chosen} /> : none
  }

interface Option {
  value: string | number
  label: string
}

/** The kinds of fields most forms are made of. One that is like no other is written where it is used. */
export const kinds = {
  text: (props: InputProps = {}): FieldKind => ({
    input: <Input autoComplete="off" dir="auto" {...props} />,
  }),
  area: (minRows: number, maxRows: number, props: GetProps<typeof Input.TextArea> = {}): FieldKind => ({
    input: <Input.TextArea dir="auto" autoSize={{ minRows, maxRows }} {...props} />,
  }),
  number: (props: NumberFieldProps = {}): FieldKind => ({ input: <NumberField {...props} /> }),
  /** @param kept the server keeps one: an empty field leaves it as it is. */
  secret: (kept: boolean): FieldKind => ({ input: <SecretField kept={kept} /> }),
  onOff: (): FieldKind => ({ input: <Switch />, item: { valuePropName: 'checked' } }),
  check: (): FieldKind => ({
    input: label => <Checkbox>{label}</Checkbox>,
    item: { valuePropName: 'checked', label: undefined },
  }),
  choice: (options: readonly Option[], props: ComponentProps<typeof Select> = {}): FieldKind => ({
    input: <Select options={[...options]} {...props} />,
    words: (value: unknown) =>
      [value ?? []]
        .flat()
        .map(one => options.find(option => option.value === one)?.label ?? String(one))
        .join(', '),
  }),
  choices: (options: readonly Option[], placeholder: string): FieldKind => ({
    ...kinds.choice(options, { mode: 'multiple', maxTagCount: 'responsive', allowClear: true, placeholder }),
    item: { required: false },
  }),
  /** Words that are typed, one after the other. */
  words: (placeholder: string, tokenSeparators: string[]): FieldKind => ({
    input: (
      <Select
        mode="tags"
        open={false}
        suffixIcon={null}
        placeholder={placeholder}
        tokenSeparators={tokenSeparators}
      />
    ),
    item: { required: false },
  }),
  /** Rows of the company; without any the placeholder says what that means. */
  several: (kind: RowKind, placeholder: string): FieldKind => ({
    input: <Several kind={kind} placeholder={placeholder} />,
    words: rowWords(kind, placeholder),
    item: { required: false },
  }),
  /** One row of the company. */
  one: (kind: RowKind, placeholder: string, props: Partial<ComponentProps<typeof One>> = {}): FieldKind => ({
    input: <One kind={kind} placeholder={placeholder} {...props} />,
    words: rowWords(kind, placeholder),
  }),
}

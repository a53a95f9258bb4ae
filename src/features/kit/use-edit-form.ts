import { Form, type FormInstance } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import { useTexts } from '@/i18n'
import { formClosed, noteTyped, typedBefore } from '@/stores/typed-forms'
import { hasUnread } from '@/ui'
import { useChangedBy } from './changed-by'
import { type FieldKind, type Fields, type FieldWords, fieldsOf } from './fields'
import {
  type FieldName,
  type FormSchema,
  issueText,
  refusedFields,
  type SchemaItem,
  schemaItem,
} from './schema-rules'
import { useLeaveQuestion } from './use-leaving'

export interface EditFormOptions<S extends FormSchema> {
  /** Body schema of the endpoint that saves; its members are the fields' names. */
  schema: S
  /**
   * Names the form and the record it is about, by its area (`tags 7`, `tags new`): what was typed into it when the session ended by itself is
   * there again when the same person opens it.
   */
  keepAs: string
  /** What the form shows first. Read once. */
  initial: Partial<z.input<S>>
  /**
   * The record as live events have it, in the form's own members: what a colleague changed meanwhile is noticed. null
   * when it was deleted; undefined when nobody watches it. Memoise it.
   */
  live?: Partial<z.input<S>> | null | undefined
  /** Sends what the schema made of the fields (trimmed, defaults filled in). */
  save: (values: z.output<S>) => Promise<void>
  /** What a field is called; its name where this is left out. */
  label?: (name: FieldName<S>) => string
  /** Values in words of members that are not drawn by a kind of field. */
  words?: FieldWords<S>
  /** The field a code of the catalogue is about: `{ ERR_DUPLICATED_USER: 'email' }`. */
  fieldOfCode?: Readonly<Record<string, string>>
}

/** A member that somebody else changed while it is in a form. */
export interface TheirChange<S extends FormSchema> {
  name: FieldName<S>
  theirs: unknown
}

export interface EditForm<S extends FormSchema> extends Fields<S> {
  form: FormInstance<z.input<S>>
  initial: Partial<z.input<S>>
  /** For a field like no other; spread on Form.Item: `<Form.Item {...item('name')} label=…>`. */
  item: <N extends FieldName<S>>(name: N) => SchemaItem<N>
  /** Something typed is not saved yet. */
  dirty: boolean
  /** For the form's onValuesChange. */
  noteChange: () => void
  /** What was refused is looked at anew, as it is by `submit`. */
  lookAgain: () => void
  /**
   * Saves; an error that speaks of fields lands on them and rejects with null, any other rejects with itself. While a
   * colleague's change is unanswered nothing is sent: it rejects with null and the question is brought into view.
   */
  submit: () => Promise<void>
  /** Something typed would be lost now; `dirty` is a render behind. */
  unsaved: () => boolean
  /** Asks before unsaved text is lost; true when the form may go. */
  mayLeave: () => Promise<boolean>
  /** It shows what was typed before the session ended. */
  restored: boolean
  /** Shows what is saved instead. */
  discardRestored: () => void
  /** What a colleague changed since the form was opened or the question was answered last; [] when nothing. */
  theirs: readonly TheirChange<S>[]
  /** How often somebody tried to save while `theirs` was unanswered. */
  reminded: number
  /** The record was deleted meanwhile. */
  deleted: boolean
  /** Who changed or deleted it, where that is known. */
  changedBy: string | null
  /** Shows the colleague's values. */
  takeTheirs: () => void
  /** Keeps what stands here; saving overwrites theirs. */
  keepMine: () => void
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** What FormDialog and Editor have in common: rules, unsaved text, errors on their fields, two people at once. */
export function useEditForm<S extends FormSchema>({
  schema,
  keepAs,
  initial: first,
  live,
  save,
  label = name => name,
  words = {},
  fieldOfCode,
}: EditFormOptions<S>): EditForm<S> {
  type Values = z.input<S>
  const { t } = useTexts()
  const ask = useLeaveQuestion()
  const [form] = Form.useForm<Values>()
  const [initial] = useState(first)
  const [drawn] = useState(() => new Map<string, NonNullable<FieldKind['words']>>())
  /** What the server had when the form was opened or the last question was answered. */
  const [before] = useState(() => typedBefore(keepAs))
  const [known, setKnown] = useState<Partial<Values>>({
    ...(live ?? first),
    ...(before?.known as Partial<Values>),
  })
  const [dirty, setDirty] = useState(before !== null)
  const [restored, setRestored] = useState(before !== null)
  const [reminded, setReminded] = useState(0)
  const saving = useRef(false)
  const saved = useRef(false)

  const changes = useCallback((): Record<string, unknown> => {
    const now = form.getFieldsValue(true) as Record<string, unknown>
    // What followed a colleague's change, or was taken from it, is saved already.
    const saved = { ...initial, ...known } as Record<string, unknown>
    return Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(value, saved[name])))
  }, [form, initial, known])
  const unsaved = (): boolean =>
    !saved.current && (Object.keys(changes()).length > 0 || hasUnread(form as FormInstance))
  const note = (): void => {
    const values = changes()
    setDirty(Object.keys(values).length > 0)
    noteTyped(keepAs, { values, known })
  }
  // As if it had just been typed: what a colleague changed meanwhile is asked about.
  useEffect(() => {
    if (before)
      form.setFields(
        Object.entries(before.values).map(([name, value]) => ({
          name: name as never,
          value: value as never,
          touched: true,
        })),
      )
    if (before) noteTyped(keepAs, before)
    return () => formClosed(keepAs)
  }, [before, form, keepAs])

  const theirs = useMemo<TheirChange<S>[]>(() => {
    if (!live || saving.current || saved.current) return []
    return Object.entries(live).flatMap(([name, value]) =>
      name in schema.shape && !same(value, (known as Record<string, unknown>)[name])
        ? [{ name: name as FieldName<S>, theirs: value }]
        : [],
    )
  }, [known, live, schema])
  // What nobody typed in follows by itself; a question is asked only about what would be lost.
  const conflicts = theirs.filter(({ name }) => form.isFieldTouched(name as never))
  useEffect(() => {
    const update = theirs.filter(({ name }) => !form.isFieldTouched(name as never))
    if (update.length === 0) return
    const followed = Object.fromEntries(update.map(one => [one.name, one.theirs]))
    form.setFieldsValue(followed as never)
    setKnown(before => ({ ...before, ...followed }))
  })
  const deleted = live === null && !saved.current

  /** Why fields were refused at the last save. It stands, also when a field is left, until what it is about changes. */
  const refusals = useRef(new Map<string, { text: string; stands: () => boolean }>())
  const refuse = (
    errors: readonly { name: string; text: string }[],
    about: (name: string) => unknown,
  ): never => {
    for (const { name, text } of errors) {
      const then = about(name)
      refusals.current.set(name, { text, stands: () => same(about(name), then) })
    }
    form.setFields(errors.map(({ name, text }) => ({ name: name as never, errors: [text] })))
    throw null
  }
  const refusedBefore = async (name: string): Promise<void> => {
    const refusal = refusals.current.get(name)
    if (refusal?.stands()) throw new Error(refusal.text)
    refusals.current.delete(name)
  }
  const item = <N extends FieldName<S>>(name: N): SchemaItem<N> => {
    const { rules, ...rest } = schemaItem(t, schema, name)
    return { ...rest, rules: [...rules, { validator: () => refusedBefore(name) }] }
  }
  const changedBy = useChangedBy(keepAs, deleted || conflicts.length > 0)

  return {
    form,
    initial,
    item,
    ...fieldsOf<S>(t, item, label, words, drawn),
    dirty,
    noteChange: note,
    lookAgain: () => refusals.current.clear(),
    async submit() {
      // Saving would answer the question silently, and for oneself: it is asked first.
      if (conflicts.length > 0) {
        setReminded(count => count + 1)
        throw null
      }
      refusals.current.clear()
      await form.validateFields()
      const typed: Record<string, unknown> = { ...initial, ...(form.getFieldsValue(true) as object) }
      const parsed = schema.safeParse(typed)
      if (!parsed.success) {
        // Each field is right by itself: what they are together is not.
        const fieldErrors = parsed.error.issues.map(issue => {
          const name = String(issue.path[0] ?? '')
          return { name, text: issueText(t, issue, typed[name]) }
        })
        return refuse(fieldErrors, () => form.getFieldsValue(true))
      }
      const values = parsed.data as z.output<S>
      saving.current = true
      try {
        await save(values)
        saved.current = true
        setDirty(false)
        noteTyped(keepAs, null)
      } catch (error) {
        const names = form.getFieldsError().map(field => String(field.name[0]))
        const refused = refusedFields(t, error, names, fieldOfCode)
        if (refused.length === 0) throw error
        refuse(refused, name => form.getFieldValue(name as never))
      } finally {
        saving.current = false
      }
    },
    async mayLeave() {
      return !unsaved() || ask()
    },
    unsaved,
    restored,
    discardRestored() {
      const names = Object.keys(before?.values ?? {})
      const saved = { ...initial, ...(live ?? known) } as Record<string, unknown>
      form.setFields(
        names.map(name => ({ name: name as never, value: saved[name] as never, touched: false, errors: [] })),
      )
      setRestored(false)
      note()
    },
    theirs: conflicts,
    reminded,
    deleted,
    changedBy,
    takeTheirs() {
      form.setFieldsValue(Object.fromEntries(theirs.map(one => [one.name, one.theirs])) as never)
      setKnown(live ?? {})
    },
    keepMine() {
      // Only what was typed here is kept: saving must not put the rest back to what it was.
      const untouched = theirs.filter(({ name }) => !form.isFieldTouched(name as never))
      form.setFieldsValue(Object.fromEntries(untouched.map(one => [one.name, one.theirs])) as never)
      setKnown(live ?? {})
    },
  }
}

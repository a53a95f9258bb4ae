/**
 * Tolerant building blocks for entities read from any server: unknown members are dropped, missing optional members
 * get defaults, numbers may arrive as text. Requests are NOT built from these: what Turno sends is strict.
 */
import { z } from 'zod'
import { withoutBidiMarks } from './text'

const numeric = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
])

/** A row id: integer, or the same as text. */
export const id = z.union([z.number().int(), z.string().regex(/^\d+$/).transform(Number)])
/** A row id that may be missing, null or "". */
export const maybeId = z
  .union([id, z.literal('').transform(() => null), z.null()])
  .optional()
  .transform((v): number | null => v ?? null)
/** Text that may be missing or null; reads as "". */
export const text = z
  .union([z.string(), z.number().transform(String), z.null()])
  .optional()
  .transform((v): string => v ?? '')
/** Text that may be missing; reads as null. */
export const maybeText = z
  .union([z.string(), z.number().transform(String), z.null()])
  .optional()
  .transform((v): string | null => v ?? null)
/** A name of somebody or something, as `text`; without marks that would turn around the words beside it. */
export const name = text.transform(withoutBidiMarks)
/** The name of a file, as `maybeText`; `annexe\u202Ecod.exe` shows what it ends with. */
export const maybeName = maybeText.transform((v): string | null => (v === null ? null : withoutBidiMarks(v)))
const yesNo = z.union([
  z.boolean(),
  z.number().transform(n => n !== 0),
  z.string().transform(s => s === 'true' || s === 'enabled' || s === '1'),
])
/** A yes/no that may arrive as 0/1, "true", "enabled", or not at all. */
export const flag = z
  .union([yesNo, z.null()])
  .optional()
  .transform((v): boolean => v ?? false)
/** A yes/no that may be unknown; null or missing reads as null. */
export const maybeFlag = z
  .union([yesNo, z.null()])
  .optional()
  .transform((v): boolean | null => v ?? null)
/** A figure that may be text, null or missing; reads as 0. */
export const figure = z
  .union([numeric, z.null()])
  .optional()
  .transform((v): number => v ?? 0)
/** A figure that may be absent; reads as null. */
export const maybeFigure = z
  .union([numeric, z.literal('').transform(() => null), z.null()])
  .optional()
  .transform((v): number | null => v ?? null)
/** A row count; some servers answer an array of groups instead of a number. */
export const rowCount = z
  .union([numeric, z.array(z.unknown()).transform(rows => rows.length), z.null()])
  .optional()
  .transform((v): number => v ?? 0)
/** An instant as ISO-8601 text; missing reads as the epoch so that ordering stays total. */
export const instant = z
  .union([z.string(), z.null()])
  .optional()
  .transform((v): string => v ?? '1970-01-01T00:00:00.000Z')
export const maybeInstant = maybeText
/** hasMore of a page; missing reads as false. */
export const hasMore = flag

/** A schema whose member may be missing or null on the way in and is always there on the way out. */
type Tolerant<Out, In> = z.ZodPipe<
  z.ZodOptional<z.ZodType<In | null, In | null>>,
  z.ZodTransform<Out, In | null | undefined>
>

type SchemaMismatch = { where: string; issues: string }
let reporter: (mismatch: SchemaMismatch) => void = () => {}

/**
 * Says where errors of single records inside lists are reported (main and renderer wire their loggers here).
 * A mismatch names the schema path, never the record: records hold customers' words.
 */
export function onSchemaMismatch(report: (mismatch: SchemaMismatch) => void): void {
  reporter = report
}

/** Reports one mismatch through the wired reporter. */
export function reportSchemaMismatch(where: string, error: z.ZodError): void {
  reporter({ where, issues: error.issues.map(i => `${i.path.join('.')}: ${i.code}`).join('; ') })
}

/**
 * A list whose malformed members are skipped and reported instead of failing the whole answer
 * (docs/rooms.md, `src/contract/entities`). null or missing reads as an empty list.
 * @param where name used in the report.
 */
export function listOf<S extends z.ZodType>(where: string, schema: S): Tolerant<z.output<S>[], z.input<S>[]> {
  const tolerant = z
    .array(z.unknown())
    .nullish()
    .transform(items =>
      (items ?? []).flatMap(item => {
        const parsed = schema.safeParse(item)
        if (parsed.success) return [parsed.data]
        reportSchemaMismatch(where, parsed.error)
        return []
      }),
    )
  return tolerant as unknown as Tolerant<z.output<S>[], z.input<S>[]>
}

/**
 * A nested record that may be null or missing. A malformed one reads as null and is reported: a message stays
 * readable when only its sender's card is broken.
 */
export function maybe<S extends z.ZodType>(schema: S): Tolerant<z.output<S> | null, z.input<S>> {
  const tolerant = z
    .unknown()
    .optional()
    .transform(value => {
      if (value === null || value === undefined) return null
      const parsed = schema.safeParse(value)
      if (parsed.success) return parsed.data
      reportSchemaMismatch('nested', parsed.error)
      return null
    })
  return tolerant as unknown as Tolerant<z.output<S> | null, z.input<S>>
}

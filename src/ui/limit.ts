/** Limits of long texts. A text that is pasted whole may be longer than fits: it is pointed out, never cut off in silence. */

/** Share of a limit from which on it is counted. */
const NEAR = 0.9

/** Whether a text is so long that its limit is worth saying. */
export const nearLimit = (length: number, max: number): boolean => length > max * NEAR

/**
 * `count` of antd's text fields, in place of `maxLength`, which cuts. A rule of the form refuses what is too long.
 * The count is always there and mostly says nothing: one that comes would make a new field of it while one types.
 * @param max characters that fit.
 */
export const counted = (max: number) => ({
  max,
  show: ({ count }: { count: number }) => (nearLimit(count, max) ? `${count} / ${max}` : ''),
})

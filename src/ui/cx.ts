/** Joins class names; anything falsy is left out. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')

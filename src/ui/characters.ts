const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The beginning of a text, counted as people count: an emoji of five code points is one character and is never cut in
 * two.
 * @param limit characters kept at most.
 * @returns the text itself when it is short enough, else its beginning with an ellipsis.
 */
export function cutAt(text: string, limit: number): string {
  let kept = ''
  let count = 0
  for (const { segment } of segmenter.segment(text)) {
    if (count === limit) return `${kept}…`
    kept += segment
    count += 1
  }
  return text
}

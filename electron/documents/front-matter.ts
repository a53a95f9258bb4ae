/** An article as a Markdown file: what it is for stands before its text (front matter), as JSON, which is YAML as well. Pure. */

/** What of an article is not its words. */
export interface About {
  title: string
  /** Names: ids mean nothing elsewhere. */
  queues: string[]
  tags: string[]
  /** YYYY-MM-DD; null for good. */
  validUntil: string | null
}

export const markdownOf = ({ title, queues, tags, validUntil }: About, text: string): string =>
  [
    '---',
    `title: ${JSON.stringify(title)}`,
    `queues: ${JSON.stringify(queues)}`,
    `tags: ${JSON.stringify(tags)}`,
    ...(validUntil === null ? [] : [`validUntil: ${validUntil}`]),
    '---',
    '',
    text,
    '',
  ].join('\n')

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(one => typeof one === 'string')

function written(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // As people write it by hand.
    return text
  }
}

/** @returns what stands before a text, and the text; null where nothing with a title does. */
export function readMarkdown(file: string): { about: About; text: string } | null {
  const [whole = '', lines = ''] =
    /^\ufeff?---\r?\n([\s\S]{0,20000}?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(file) ?? []
  if (whole === '') return null
  const fields = new Map(
    lines.split(/\r?\n/).flatMap((line): [string, unknown][] => {
      const [, name, value] = /^(\w+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
      return name && value ? [[name, written(value)]] : []
    }),
  )
  const { title, queues, tags, validUntil } = Object.fromEntries(fields)
  if (typeof title !== 'string') return null
  const isDay = typeof validUntil === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(validUntil)
  return {
    about: {
      title,
      queues: isTexts(queues) ? queues : [],
      tags: isTexts(tags) ? tags : [],
      validUntil: isDay ? validUntil : null,
    },
    text: file.slice(whole.length).trim(),
  }
}

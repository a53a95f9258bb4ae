/** What a chat model double answers that translates: each text with the code of the language before it. */

/** @param asked a question of electron/copilot/translation.ts. */
export const translating = ({ messages }: { messages: { role: string; content: string }[] }): string => {
  const language = /\(([a-z]{2,3})\)/.exec(messages[0]?.content ?? '')?.[1] ?? '?'
  return (messages.at(-1)?.content ?? '').replace(/<(m\d+)>([\s\S]*?)<\/\1>/g, `<$1>${language}: $2</$1>`)
}

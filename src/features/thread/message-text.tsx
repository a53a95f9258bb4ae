import { memo, type ReactNode, useState } from 'react'
import { useTexts } from '@/i18n'
import styles from './message-text.module.css'
import { useInnerTab } from './row-focus'
import { emojiCount, excerpt, type Token, tokenize } from './tokens'

/** Opens an address in the system's browser; main checks it again. */
export const openOutside = (url: string): void => void window.turno.app.openExternal({ url })

function Link({ text, url }: { text: string; url: string }) {
  const tabIndex = useInnerTab()
  return (
    <a
      className={styles.link}
      href={url}
      title={url}
      rel="noreferrer"
      tabIndex={tabIndex}
      onClick={event => {
        event.preventDefault()
        openOutside(url)
      }}
    >
      {text}
    </a>
  )
}

/** @param tail what stands at the end of the last line. */
function drawn(token: Token, key: string, tail: ReactNode = null): ReactNode {
  switch (token.kind) {
    case 'text':
      return token.text
    case 'link':
      return <Link key={key} text={token.text} url={token.url} />
    case 'code':
      return (
        <code key={key} className={styles.code}>
          {token.text}
        </code>
      )
    case 'block':
      return (
        <code key={key} className={styles.block}>
          {token.text}
        </code>
      )
    // A row is read out as one message; lists inside it are a matter of the eye.
    case 'item':
      return (
        <span key={key} className={styles.item}>
          <span className={styles.bullet}>{token.mark.endsWith('.') ? token.mark : '•'}</span>
          <span>
            {draw(token.children)}
            {tail}
          </span>
        </span>
      )
    case 'quote':
      return (
        <span key={key} className={styles.quote}>
          {draw(token.children)}
          {tail}
        </span>
      )
    case 'bold':
      return <strong key={key}>{draw(token.children)}</strong>
    case 'italic':
      return <em key={key}>{draw(token.children)}</em>
    case 'strike':
      return <s key={key}>{draw(token.children)}</s>
  }
}

/** Tokens of one text never change place, so their position is their identity. */
const draw = (tokens: readonly Token[], tail: ReactNode = null): ReactNode[] =>
  tokens.map((token, place) =>
    drawn(token, `${place}${token.kind}`, place === tokens.length - 1 ? tail : null),
  )

const EMOJI_SIZE = ['', 'emoji1', 'emoji2', 'emoji3'] as const

interface MessageTextProps {
  text: string
  /** Reserves room at the end of the last line for time and ticks. */
  tail?: ReactNode
}

/** The text of a message: formatting and links drawn, direction isolated, long texts folded. */
export const MessageText = memo(function MessageText({ text, tail }: MessageTextProps) {
  const { t } = useTexts()
  const [whole, setWhole] = useState(false)
  const tabIndex = useInnerTab()
  const short = whole ? null : excerpt(text)
  const emojis = emojiCount(text)
  const size = emojis > 0 && emojis <= 3 ? styles[EMOJI_SIZE[emojis] ?? ''] : undefined
  const tokens = tokenize(short ?? text)
  // What stands by itself has the room for the time in its own last line.
  const isInside = short === null && 'mark' in (tokens.at(-1) ?? {})
  return (
    <div className={styles.text}>
      <bdi dir="auto" className={size}>
        {draw(tokens, isInside ? tail : null)}
        {short === null ? null : '… '}
      </bdi>
      {short === null ? null : (
        <button type="button" className={styles.more} tabIndex={tabIndex} onClick={() => setWhole(true)}>
          {t('thread.readMore')}
        </button>
      )}
      {isInside ? null : tail}
    </div>
  )
})

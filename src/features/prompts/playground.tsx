import {
  answerCost,
  fold,
  HANDOVER_PHRASE,
  PROMPT_DEFAULTS,
  PROMPT_LIMITS,
  type PromptTrialLine,
  type promptForm,
  promptTrialLine,
} from '@contract'
import { Button, Input } from 'antd'
import { RotateCcw, SendHorizontal, Square, UserRound } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { z } from 'zod'
import { call } from '@/api'
import { errorText, isTextKey, useTexts } from '@/i18n'
import { cx, IconButton, nearLimit } from '@/ui'
import styles from './playground.module.css'

type Fields = Partial<z.input<typeof promptForm>>
const { trial: MOST } = PROMPT_LIMITS

interface Turn {
  id: number
  role: 'user' | 'assistant'
  text: string
  /** Once an answer is whole. */
  cost?: { tokens: number; dollars: number | null; handover: boolean }
  /** Articles it rests on. */
  sources?: Extract<PromptTrialLine, { promptTokens: number }>['sources']
  /** Why there is none, or no more of it. */
  failure?: string
  /** Somebody did not want to hear the rest. */
  stopped?: true
}

const lineOf = (text: string): PromptTrialLine | null => {
  try {
    return promptTrialLine.parse(JSON.parse(text))
  } catch {
    // The last line is still coming.
    return null
  }
}

/** What an answer says to the customer: without the words that hand over. */
const spoken = (text: string): string => {
  const at = fold(text).indexOf(fold(HANDOVER_PHRASE))
  return at < 0
    ? text
    : `${text.slice(0, at)}${text.slice(at + HANDOVER_PHRASE.length)}`.replace(/^[\s."”*]+/, '')
}

/**
 * Asks a prompt as it is in the form: answers stream into bubbles, with tokens and cost below, and a hand-over is
 * shown as it would happen.
 * @param id of the stored prompt, whose key is used where none is typed.
 * @param read the form's fields as they stand.
 */
export function Playground({
  id,
  read,
  titled = false,
}: {
  id: number | undefined
  read: () => Fields
  titled?: boolean
}) {
  const { t, format } = useTexts()
  const [turns, setTurns] = useState<readonly Turn[]>([])
  const [text, setText] = useState('')
  const [asking, setAsking] = useState<AbortController | null>(null)
  const next = useRef(1)
  const end = useRef<HTMLDivElement>(null)
  const limitId = useId()
  const { length } = text.trim()
  const tooLong = length > MOST.question
  useEffect(() => () => asking?.abort(), [asking])
  useEffect(() => {
    if (turns.length > 0) end.current?.scrollIntoView?.({ block: 'nearest' })
  }, [turns])

  const change = (turn: number, update: Partial<Turn>): void =>
    setTurns(before => before.map(one => (one.id === turn ? { ...one, ...update } : one)))

  const wordsFor = (code: string): string => {
    const key = `errors.${code}`
    return isTextKey(key) ? t(key) : code
  }
  const ask = async (): Promise<void> => {
    const questionText = text.trim()
    if (questionText === '' || tooLong || asking) return
    const fields = read()
    const { maxTokens, temperature, maxMessages } = { ...PROMPT_DEFAULTS, ...fields }
    const question: Turn = { id: next.current++, role: 'user', text: questionText }
    const answer: Turn = { id: next.current++, role: 'assistant', text: '' }
    // As many as the model will read of a real conversation.
    const sent = [...turns.filter(one => one.text.trim() !== ''), question].slice(
      -Math.max(1, Math.min(maxMessages, MOST.turns)),
    )
    const giving = new AbortController()
    setText('')
    setTurns(before => [...before, question, answer])
    setAsking(giving)
    let settled = false
    const { prompt = '', apiKey = '', baseUrl = '', model = '', usesArticles = true } = fields
    const hear = (soFar: string): void => {
      const lines = soFar.split('\n').flatMap(line => lineOf(line) ?? [])
      const words = lines.map(line => ('delta' in line ? line.delta : '')).join('')
      const last = lines.at(-1)
      const done = last && 'promptTokens' in last ? last : null
      settled = done !== null || (last !== undefined && 'error' in last)
      change(answer.id, {
        text: spoken(words),
        ...(done
          ? {
              sources: done.sources,
              cost: {
                tokens: done.promptTokens + done.completionTokens,
                dollars: answerCost({ baseUrl, model: done.model }, done),
                handover: done.handover,
              },
            }
          : {}),
        ...(last && 'error' in last ? { failure: wordsFor(last.error) } : {}),
      })
    }
    try {
      await call('prompts.try', {
        body: {
          ...(id === undefined ? {} : { id }),
          prompt,
          apiKey,
          baseUrl,
          model,
          maxTokens,
          temperature,
          usesArticles,
          turns: sent.map(turn => ({
            role: turn.role,
            text: turn.role === 'user' ? turn.text : turn.text.slice(0, MOST.answer),
          })),
        },
        signal: giving.signal,
        onText: hear,
      })
      // A server that went away in the middle ends the answer without a word about it.
      if (!settled && !giving.signal.aborted) change(answer.id, { failure: wordsFor('ERR_AI_PROVIDER') })
    } catch (error) {
      if (!giving.signal.aborted) change(answer.id, { failure: errorText(t, error) })
    } finally {
      if (giving.signal.aborted) change(answer.id, { stopped: true })
      setAsking(null)
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && asking) {
      // Ends the answer and not the editor around it.
      event.preventDefault()
      event.stopPropagation()
      asking.abort()
      return
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    if (event.ctrlKey || event.metaKey) return
    event.preventDefault()
    void ask()
  }
  const spent = turns.reduce((sum, turn) => sum + (turn.cost?.tokens ?? 0), 0)

  return (
    <section className={styles.playground} aria-label={t('prompts.playground.title')}>
      <header className={styles.head}>
        {titled ? <h3 className={styles.title}>{t('prompts.playground.title')}</h3> : null}
        {turns.length > 0 ? (
          <>
            <span className={styles.spent}>
              {spent > 0 ? t('prompts.playground.tokens', { count: spent }) : null}
            </span>
            <IconButton
              icon={RotateCcw}
              label={t('prompts.playground.again')}
              onClick={() => {
                asking?.abort()
                setTurns([])
              }}
            />
          </>
        ) : null}
      </header>
      <div className={styles.thread} role="log" aria-label={t('prompts.playground.thread')}>
        {turns.length === 0 ? <p className={styles.hint}>{t('prompts.playground.hint')}</p> : null}
        {turns.map(({ id: key, role, text: words, cost, sources = [], failure, stopped }) => (
          <div key={key} className={cx(styles.turn, role === 'user' ? styles.theirs : styles.ours)}>
            {words === '' && !failure && !cost && !stopped ? (
              <p className={cx(styles.bubble, styles.thinking)}>{t('prompts.playground.thinking')}</p>
            ) : null}
            {words === '' ? null : (
              <p className={styles.bubble} dir="auto">
                {words}
              </p>
            )}
            {cost?.handover ? (
              <p className={styles.handover}>
                <UserRound size={14} strokeWidth={1.75} aria-hidden="true" />
                {t('prompts.playground.handover')}
              </p>
            ) : null}
            {sources.map(source => (
              <details key={source.id} className={styles.cost}>
                <summary>{t('prompts.playground.source', { title: source.title })}</summary>
                <q dir="auto">{source.text}</q>
              </details>
            ))}
            {cost ? (
              <p className={styles.cost}>
                {t('prompts.playground.tokens', { count: cost.tokens })}
                {' · '}
                {cost.dollars === null ? t('prompts.playground.noPrice') : format.dollars(cost.dollars)}
              </p>
            ) : null}
            {stopped && !cost ? <p className={styles.cost}>{t('prompts.playground.stopped')}</p> : null}
            {failure ? (
              <p className={styles.failure} role="alert">
                {failure}
              </p>
            ) : null}
          </div>
        ))}
        <div ref={end} />
      </div>
      <div className={styles.ask}>
        <Input.TextArea
          aria-label={t('prompts.playground.question')}
          placeholder={t('prompts.playground.question')}
          autoSize={{ minRows: 1, maxRows: 4 }}
          dir="auto"
          value={text}
          status={tooLong ? 'error' : ''}
          aria-invalid={tooLong}
          aria-describedby={tooLong ? limitId : undefined}
          onChange={event => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {asking ? (
          <Button
            aria-label={t('prompts.playground.stop')}
            title={t('prompts.playground.stop')}
            icon={<Square size={14} strokeWidth={1.75} fill="currentColor" aria-hidden="true" />}
            onClick={() => asking.abort()}
          />
        ) : (
          <Button
            type="primary"
            disabled={text.trim() === '' || tooLong}
            aria-label={t('prompts.playground.send')}
            icon={<SendHorizontal size={16} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => void ask()}
          />
        )}
      </div>
      {nearLimit(length, MOST.question) ? (
        <p className={cx(styles.limit, tooLong && styles.over)}>
          <span id={limitId} role="alert">
            {tooLong ? t('common.tooLong', { max: format.number(MOST.question) }) : null}
          </span>
          <span aria-hidden="true">{`${length} / ${MOST.question}`}</span>
        </p>
      ) : null}
    </section>
  )
}

import { ChevronDown, ChevronUp, ListFilter, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isAborted } from '@/api'
import { errorText, useTexts } from '@/i18n'
import { useTypedText } from '@/stores/typed-text'
import { IconButton, onDemand, SearchField } from '@/ui'
import { showMessage } from '../requests'
import styles from './find-bar.module.css'
import { type Found, findInConversation, isNothing, NOTHING_FOUND, type Wanted } from './find-source'

const FindFilters = onDemand(async () => (await import('./find-filters')).FindFilters)
const UNFILTERED: Omit<Wanted, 'text'> = { by: null, kind: null, day: null }

export interface FindBarProps {
  ticketId: number
  /** Counted up whenever the key is pressed again. */
  asked: number
  /** What is searched now: for the marks in the rows. */
  onSearched: (text: string) => void
  onClose: () => void
}

/** Search inside the open conversation: matches counted, from one to the next, newest first. */
export function FindBar({ ticketId, asked, onSearched, onClose }: FindBarProps) {
  const { t, format } = useTexts()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [filters, setFilters] = useState(UNFILTERED)
  const [filtering, setFiltering] = useState(false)
  /** What was searched last, and what that brought. */
  const [result, setResult] = useState<{ text: string; found: Found; at: number; error: unknown } | null>(
    null,
  )
  const [busy, setBusy] = useState(false)
  const asking = useRef(new AbortController())
  useEffect(() => () => asking.current.abort(), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: taken again whenever the key is pressed
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [asked])

  const search = async (typed: string, narrowed = filters): Promise<void> => {
    asking.current.abort()
    asking.current = new AbortController()
    const { signal } = asking.current
    const wanted = { text: typed.trim(), ...narrowed }
    if (isNothing(wanted)) {
      setBusy(false)
      setResult(null)
      return onSearched('')
    }
    setBusy(true)
    let [found, error]: [Found, unknown] = [NOTHING_FOUND, null]
    try {
      found = await findInConversation(ticketId, wanted, signal)
    } catch (failure) {
      if (isAborted(failure)) return
      error = failure
    }
    if (signal.aborted) return
    setBusy(false)
    const at = found.ids.length - 1
    setResult({ text: wanted.text, found, at, error })
    onSearched(wanted.text)
    const newest = found.ids[at]
    if (newest !== undefined) showMessage(ticketId, newest, { focus: false })
  }
  const typing = useTypedText((typed: string) => void search(typed))
  const filter = (narrowed: typeof filters): void => {
    setFilters(narrowed)
    typing.stop()
    void search(text, narrowed)
  }

  const step = (by: 1 | -1): void => {
    if (!result) return
    const { ids } = result.found
    const at = (result.at + by + ids.length) % ids.length
    const id = ids[at]
    if (id === undefined) return
    setResult({ ...result, at })
    showMessage(ticketId, id, { focus: false })
  }

  const count = result?.found.ids.length ?? 0
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      // What stands there may be newer than what was searched, and where nothing was found it may have come since.
      if (text.trim() !== (result?.text ?? '') || result?.error || count === 0) typing.now(text)
      else step(event.shiftKey ? 1 : -1)
    }
  }

  const resultText = !result
    ? ''
    : result.error
      ? errorText(t, result.error)
      : count === 0
        ? t('thread.find.none')
        : t(result.found.more ? 'thread.find.placeOfMore' : 'thread.find.place', {
            at: format.number(count - result.at),
            count,
            total: format.number(count),
          })
  return (
    <search className={styles.bar} aria-label={t('thread.find.label')}>
      <div className={styles.line}>
        <SearchField
          ref={field}
          className={styles.field}
          value={text}
          onChange={typed => {
            setText(typed)
            if (typed.trim() === '') typing.now(typed)
            else typing.typed(typed)
          }}
          onKeyDown={onKeyDown}
          label={t('thread.find.label')}
          clearLabel={t('common.clear')}
          busy={busy}
        />
        <span className={styles.said} role="status">
          {resultText}
        </span>
        <IconButton
          icon={ChevronUp}
          size="small"
          label={t('thread.find.older')}
          keys="Enter"
          disabled={count < 2}
          onClick={() => step(-1)}
        />
        <IconButton
          icon={ChevronDown}
          size="small"
          label={t('thread.find.newer')}
          keys="Shift+Enter"
          disabled={count < 2}
          onClick={() => step(1)}
        />
        <IconButton
          icon={ListFilter}
          size="small"
          label={t('thread.find.filter')}
          active={filtering || filters !== UNFILTERED}
          aria-pressed={filtering}
          onClick={() => {
            setFiltering(!filtering)
            if (filtering && filters !== UNFILTERED) filter(UNFILTERED)
          }}
        />
        <IconButton icon={X} size="small" label={t('thread.find.close')} keys="Esc" onClick={onClose} />
      </div>
      {filtering ? <FindFilters value={filters} onChange={filter} /> : null}
      {result?.found.partly ? <p className={styles.partly}>{t('thread.find.partly')}</p> : null}
    </search>
  )
}

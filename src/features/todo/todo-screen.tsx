import { Button, Input, type InputRef } from 'antd'
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { MentionInbox } from '@/features/notes'
import { useTexts } from '@/i18n'
import { TASKS_KEY } from '@/stores/browser-storage'
import { useOffered } from '@/stores/servers'
import { toasts } from '@/stores/toasts'
import { AllAnswered, EmptyState, IconButton, looks } from '@/ui'
import { Reminders } from './reminders'
import { moved, readTasks, TASK_MAX_CHARS, writeTasks } from './tasks'
import styles from './todo.module.css'

const tooLong = (text: string): boolean => text.trim().length > TASK_MAX_CHARS

/** The list, kept on this computer, and followed when another window changes it. */
function useTasks(): [readonly string[], (next: readonly string[]) => void] {
  const { t } = useTexts()
  const [tasks, setTasks] = useState<readonly string[]>(readTasks)
  useEffect(() => {
    const follow = (event: StorageEvent): void => {
      if (event.key === TASKS_KEY || event.key === null) setTasks(readTasks())
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])
  return [
    tasks,
    next => {
      setTasks(next)
      if (!writeTasks(next)) toasts.warning(t('todo.notKept'))
    },
  ]
}

interface TaskToolsProps {
  task: string
  first: boolean
  last: boolean
  onMove: (by: -1 | 1) => void
  onEdit: () => void
  onRemove: () => void
}

function TaskTools({ task, first, last, onMove, onEdit, onRemove }: TaskToolsProps) {
  const { t } = useTexts()
  return (
    <span className={styles.tools}>
      <IconButton
        icon={ArrowUp}
        size="small"
        label={t('todo.up', { name: task })}
        disabled={first}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon={ArrowDown}
        size="small"
        label={t('todo.down', { name: task })}
        disabled={last}
        onClick={() => onMove(1)}
      />
      <IconButton icon={Pencil} size="small" label={t('todo.edit', { name: task })} onClick={onEdit} />
      <IconButton icon={Trash2} size="small" label={t('todo.remove', { name: task })} onClick={onRemove} />
    </span>
  )
}

/**
 * /todolist: add, edit, delete and reorder tasks. Nothing of it reaches a server; blank
 * text is ignored.
 */
export function TodoScreen() {
  const { t, format } = useTexts()
  const hasMentions = useOffered('mentions')
  const limitId = useId()
  const [tasks, setTasks] = useTasks()
  const [text, setText] = useState('')
  const [editing, setEditing] = useState<{ at: number; text: string } | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const field = useRef<InputRef>(null)
  const rows = useRef<HTMLUListElement>(null)

  /** The list as it is now; null once nobody looks at it and what is kept is all there is. */
  const shown = useRef<readonly string[] | null>(tasks)
  useEffect(() => {
    shown.current = tasks
    return () => {
      shown.current = null
    }
  }, [tasks])

  useEffect(() => {
    if (focused === null) return
    rows.current?.querySelectorAll<HTMLElement>('[data-task]')[focused]?.focus()
    setFocused(null)
  }, [focused])

  const add = (): void => {
    const task = text.trim()
    if (task === '' || tooLong(task)) return
    setTasks([...tasks, task])
    setText('')
    field.current?.focus()
  }
  const change = (): void => {
    if (!editing) return
    const { at } = editing
    const task = editing.text.trim()
    if (tooLong(task)) return
    setEditing(null)
    setFocused(at)
    if (task !== '' && task !== tasks[at]) setTasks(tasks.map((one, index) => (index === at ? task : one)))
  }
  const remove = (at: number): void => {
    const task = tasks[at]
    if (task === undefined) return
    setTasks(tasks.filter((_, index) => index !== at))
    if (tasks.length > 1) setFocused(Math.min(at, tasks.length - 2))
    else field.current?.focus()
    toasts.info(t('todo.removed'), {
      action: {
        label: t('common.undo'),
        // What was written since stays.
        run: () => {
          const next = (shown.current ?? readTasks()).toSpliced(at, 0, task)
          // Another one may be put back before this one is drawn.
          if (shown.current) shown.current = next
          setTasks(next)
        },
      },
    })
  }
  const move = (at: number, by: -1 | 1): void => {
    const to = at + by
    if (to < 0 || to >= tasks.length) return
    setTasks(moved(tasks, at, to))
    setFocused(to)
  }
  const onKey = (event: KeyboardEvent, at: number): void => {
    if (event.target !== event.currentTarget) return
    const act: Record<string, () => void> = event.altKey
      ? { ArrowUp: () => move(at, -1), ArrowDown: () => move(at, 1) }
      : {
          ArrowUp: () => setFocused(Math.max(0, at - 1)),
          ArrowDown: () => setFocused(Math.min(tasks.length - 1, at + 1)),
          Enter: () => setEditing({ at, text: tasks[at] ?? '' }),
          F2: () => setEditing({ at, text: tasks[at] ?? '' }),
          Delete: () => remove(at),
        }
    const run = act[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }

  return (
    <main className={styles.screen} aria-label={t('todo.title')} data-pane="content">
      <div className={styles.column}>
        {hasMentions ? <MentionInbox /> : null}
        <Reminders />
        <form
          className={looks.row8}
          onSubmit={event => {
            event.preventDefault()
            add()
          }}
        >
          <Input
            ref={field}
            value={text}
            dir="auto"
            status={tooLong(text) ? 'error' : ''}
            aria-invalid={tooLong(text)}
            aria-describedby={limitId}
            placeholder={t('todo.placeholder')}
            aria-label={t('todo.placeholder')}
            onChange={event => setText(event.target.value)}
          />
          <Button
            htmlType="submit"
            type="primary"
            icon={<Plus size={16} />}
            disabled={text.trim() === '' || tooLong(text)}
          >
            {t('common.add')}
          </Button>
        </form>
        {tasks.length > 0 ? <p className={styles.hint}>{t('todo.local')}</p> : null}
        <p id={limitId} role="alert" className={styles.tooLong}>
          {tooLong(text) || tooLong(editing?.text ?? '')
            ? t('common.tooLong', { max: format.number(TASK_MAX_CHARS) })
            : null}
        </p>
        {tasks.length === 0 ? (
          <EmptyState
            drawing={AllAnswered}
            title={t('todo.empty')}
            text={`${t('todo.emptyText')} ${t('todo.reminders.none')}`}
          />
        ) : (
          <ul ref={rows} className={styles.list} aria-label={t('todo.title')}>
            {tasks.map((task, at) =>
              editing?.at === at ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a task is its place in the list and nothing else
                <li key={at} className={styles.row}>
                  <Input
                    autoFocus
                    value={editing.text}
                    dir="auto"
                    status={tooLong(editing.text) ? 'error' : ''}
                    aria-invalid={tooLong(editing.text)}
                    aria-describedby={limitId}
                    aria-label={t('todo.edit', { name: task })}
                    onChange={event => setEditing({ at, text: event.target.value })}
                    onBlur={change}
                    onKeyDown={event => {
                      if (event.key !== 'Enter' && event.key !== 'Escape') return
                      // The row takes the focus back before the key is done: it would be pressed by it.
                      event.preventDefault()
                      event.stopPropagation()
                      if (event.key === 'Enter') return change()
                      setEditing(null)
                      setFocused(at)
                    }}
                  />
                </li>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same
                <li key={at} className={styles.row}>
                  <button
                    type="button"
                    data-task
                    className={styles.task}
                    aria-keyshortcuts="Enter Delete Alt+ArrowUp Alt+ArrowDown"
                    dir="auto"
                    onClick={() => setEditing({ at, text: task })}
                    onKeyDown={event => onKey(event, at)}
                  >
                    {task}
                  </button>
                  <TaskTools
                    task={task}
                    first={at === 0}
                    last={at === tasks.length - 1}
                    onMove={by => move(at, by)}
                    onEdit={() => setEditing({ at, text: task })}
                    onRemove={() => remove(at)}
                  />
                </li>
              ),
            )}
          </ul>
        )}
      </div>
    </main>
  )
}

import { type Queue, type QueueOption, queueOptionForm } from '@contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '@/api'
import { useAttempt, useRemove } from '@/features/kit'
import { useTexts } from '@/i18n'
import { ensureTree, reloadTree, showTree, useTrees } from '@/stores/queue-options'
import { toasts } from '@/stores/toasts'
import { announce } from '@/ui'
import { branchOf, type Draft, type Drafts, drafted, type Move, moveOf, type Place, placed } from './tree'

const NO_OPTIONS: readonly QueueOption[] = []
const without = <T>(of: Readonly<Record<number, T>>, ids: readonly number[]): Record<number, T> =>
  Object.fromEntries(Object.entries(of).filter(([id]) => !ids.includes(Number(id))))

/**
 * The chatbot of a queue while it is edited. Adding, moving and deleting options takes effect at once (moves can be
 * undone); their words are drafts until they are saved.
 */
export function useChatbot(queue: Queue) {
  const { t } = useTexts()
  const attempt = useAttempt()
  const confirmRemoval = useRemove()
  const tree = useTrees(state => state.trees[queue.id])
  const [drafts, setDrafts] = useState<Drafts>({})
  /** What the server had of a drafted option when its draft was begun. */
  const [bases, setBases] = useState<Readonly<Record<number, QueueOption>>>({})
  const [selected, setSelected] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const options = tree?.options ?? NO_OPTIONS
  useEffect(() => ensureTree(queue.id), [queue.id])

  const byId = (id: number | null): QueueOption | undefined => options.find(option => option.id === id)
  /** An option that was just added here: it is named at once. */
  const fresh = useRef<number | null>(null)
  const latest = useRef(options)
  latest.current = options

  const change = (id: number, fields: Draft): void => {
    const option = byId(id) ?? bases[id]
    if (!option) return
    const next = drafted(option, drafts[id] ?? {}, fields)
    setDrafts(before => (next ? { ...before, [id]: next } : without(before, [id])))
    setBases(before => (next ? { ...before, [id]: before[id] ?? option } : without(before, [id])))
  }
  const theirsOf = (id: number): (keyof Draft)[] => {
    const [draft, base, option] = [drafts[id], bases[id], byId(id)]
    if (!draft || !base || !option) return []
    return (Object.keys(draft) as (keyof Draft)[]).filter(
      field => option[field] !== base[field] && option[field] !== draft[field],
    )
  }
  const answerTheirs = (id: number, take: boolean): void => {
    const option = byId(id)
    if (!option) return
    if (take) {
      const theirs = theirsOf(id)
      const mine = Object.fromEntries(
        Object.entries(drafts[id] ?? {}).filter(([field]) => !theirs.includes(field as keyof Draft)),
      ) as Draft
      setDrafts(before => (Object.keys(mine).length > 0 ? { ...before, [id]: mine } : without(before, [id])))
    }
    setBases(before => ({ ...before, [id]: option }))
  }

  const move = async (id: number, to: Place, undoable = true): Promise<void> => {
    const option = byId(id) ?? latest.current.find(one => one.id === id)
    if (!option) return
    const before: Place = { parentId: option.parentId ?? null, option: Number(option.option) || 1 }
    showTree(queue.id, placed(latest.current, id, to))
    announce(t('queues.chatbot.moved', { title: option.title, place: to.option }))
    const done = await attempt(() => call('queueOptions.update', { params: { id }, body: { ...to } }), '')
    await reloadTree(queue.id)
    if (done && undoable)
      toasts.success(t('queues.chatbot.movedToast'), {
        action: { label: t('common.undo'), run: () => move(id, before, false) },
      })
  }
  const add = async (parentId: number | null, option?: number): Promise<void> => {
    await attempt(async () => {
      const made = await call('queueOptions.create', {
        body: {
          queueId: queue.id,
          parentId,
          title: t('queues.chatbot.fresh'),
          ...(option === undefined ? {} : { option }),
        },
      })
      await reloadTree(queue.id)
      fresh.current = made.id
      setSelected(made.id)
    }, '')
  }
  const remove = (id: number): void => {
    const option = byId(id)
    if (!option) return
    const branch = branchOf(options, id).map(one => one.id)
    void confirmRemoval({
      name: option.title,
      text: t('queues.chatbot.removeText', { count: branch.length - 1 }),
      okLabel: t('queues.chatbot.remove'),
      remove: () => call('queueOptions.remove', { params: { id } }),
      onDone: () => {
        setDrafts(before => without(before, branch))
        setSelected(option.parentId ?? null)
        void reloadTree(queue.id)
      },
    })
  }
  const save = async (): Promise<void> => {
    const entries = Object.entries(drafts).filter(([id]) => byId(Number(id)))
    const broken = entries.find(
      ([, draft]) => draft.title !== undefined && !queueOptionForm.shape.title.safeParse(draft.title).success,
    )
    if (broken) return setSelected(Number(broken[0]))
    if (busy || entries.length === 0) return
    setBusy(true)
    await attempt(async () => {
      for (const [key, body] of entries) {
        const id = Number(key)
        await call('queueOptions.update', { params: { id }, body })
        // What was typed while this was on its way stays a draft.
        setDrafts(before => (before[id] === body ? without(before, [id]) : before))
        setBases(before => without(before, [id]))
      }
    }, t('kit.saved'))
    await reloadTree(queue.id)
    setBusy(false)
  }
  return {
    tree,
    options,
    drafts,
    selected,
    busy,
    /** The chosen option; undefined when none is, or a colleague deleted it. */
    option: byId(selected),
    /** What was typed into an option that a colleague deleted meanwhile. */
    lost: selected !== null && tree?.status === 'ready' && !byId(selected) ? drafts[selected] : undefined,
    select: setSelected,
    /** Answers once whether this option was just added. */
    takeFresh: (id: number): boolean => {
      if (fresh.current !== id) return false
      fresh.current = null
      return true
    },
    change,
    theirsOf,
    answerTheirs,
    moveBy: (id: number, way: Move): boolean => {
      const to = moveOf(options, id, way)
      if (to) void move(id, to)
      return to !== null
    },
    drop: (id: number, to: Place): void => {
      const option = byId(id)
      const here = option && (option.parentId ?? null) === to.parentId && Number(option.option) === to.option
      if (!here) void move(id, to)
    },
    add,
    remove,
    save,
    forget: (id: number): void => {
      setDrafts(before => without(before, [id]))
      setSelected(null)
    },
  }
}

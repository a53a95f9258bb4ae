import type { Chat } from '@contract'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { call } from '@/api'
import { useRemove } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { dropChatWords } from '@/stores/chat-words'
import { chatName, chatsList } from '@/stores/chats'
import { useUser } from '@/stores/session'
import { contentToasts } from '@/stores/toasts'
import { usersDirectory } from '@/stores/users'
import {
  cx,
  EmptyState,
  NothingFound,
  PaneSplitter,
  SegmentedTabs,
  SkeletonRows,
  Talking,
  useNarrow,
  usePaneWidth,
  useSteadyNavigate,
} from '@/ui'
import { ChatDialog } from './chat-dialog'
import { ChatList } from './chat-list'
import { ChatPane } from './chat-pane'
import styles from './chats.module.css'

const WIDTH = { initial: 340, min: 260, max: 480 } as const

type Tab = 'chats' | 'messages'

const pathOf = (chat: Pick<Chat, 'uuid'>): string => `/chats/${encodeURIComponent(chat.uuid)}`

interface InsteadProps {
  /** The address names a conversation; it was open a moment ago and is gone. */
  wanted: boolean
  gone: boolean
  narrow: boolean
  onList: () => void
  onCreate: () => void
}

/** What stands in the place of a conversation. */
function Instead({ wanted, gone, narrow, onList, onCreate }: InsteadProps) {
  const { t } = useTexts()
  const { rows, status, error, hasMore, search } = chatsList.use()
  if (wanted && !gone && status === 'ready' && !hasMore && search === '')
    return (
      <EmptyState
        drawing={NothingFound}
        title={t('chats.notFound')}
        text={t('chats.notFoundText')}
        action={<Button onClick={onList}>{t('chats.toList')}</Button>}
      />
    )
  // Beside the list, which says the same, only where a conversation was asked for.
  if (status === 'failed' && rows.length === 0)
    return narrow || wanted ? (
      <LoadError title={t('chats.failed')} error={error} onRetry={chatsList.retry} />
    ) : null
  if (wanted && status !== 'failed' && search === '')
    return <SkeletonRows count={6} height={56} avatar label={t('common.loading')} />
  if (rows.length > 0 || search !== '')
    return <EmptyState drawing={Talking} title={t('chats.choose')} text={t('chats.chooseText')} />
  return status === 'ready' ? (
    <EmptyState
      drawing={Talking}
      title={t('chats.start')}
      text={t('chats.startText')}
      action={<Button onClick={onCreate}>{t('chats.create')}</Button>}
    />
  ) : null
}

/** /chats and /chats/{uuid}: list and conversation, two tabs on narrow screens. */
export function ChatsScreen() {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  const { chatId: uuid = null } = useParams()
  const me = useUser()
  const narrow = useNarrow()
  const remove = useRemove()
  const [width, setWidth] = usePaneWidth('chats', WIDTH)
  const [dialog, setDialog] = useState<Chat | 'new' | null>(null)
  const [tab, setTab] = useState<Tab>(uuid === null ? 'chats' : 'messages')
  /** Counts chats that were chosen by hand: the field takes the focus then. */
  const [focus, setFocus] = useState(0)
  const listBox = useRef<HTMLElement>(null)
  /** Counts chats that went from under somebody. */
  const [left, setLeft] = useState(0)
  // Whoever wrote in it goes on in the list; a focus that is anywhere else is left alone.
  useEffect(() => {
    const { activeElement, body } = document
    if (left === 0 || (activeElement !== null && activeElement !== body)) return
    const { current: box } = listBox
    const row = box?.querySelector<HTMLElement>('[data-chat][aria-current]')
    const next = row ?? box?.querySelector<HTMLElement>('[data-chat]') ?? box?.querySelector('button')
    next?.focus()
  }, [left])
  const { rows, status, hasMore, more } = chatsList.use()
  useEffect(() => chatsList.open(), [])
  useEffect(() => void usersDirectory.ensure(), [])

  const found = uuid === null ? undefined : rows.find(chat => chat.uuid === uuid)
  // What a search leaves out of the list stays open.
  const [shown, setShown] = useState<Chat | null>(null)
  useEffect(() => {
    if (found) setShown(found)
  }, [found])
  const chat = found ?? (shown?.uuid === uuid && !chatsList.isGone(shown.id) ? shown : undefined)
  // An address leads deeper than the first page: on until the chat is there.
  useEffect(() => {
    if (uuid !== null && !chat && status === 'ready' && hasMore && more === 'idle') chatsList.more()
  }, [uuid, chat, status, hasMore, more])

  // Deleted, or one was taken out of it: back to the list.
  const leaving = useRef<number | null>(null)
  const gone = uuid !== null && !chat && shown?.uuid === uuid && chatsList.isGone(shown.id) ? shown : null
  useEffect(() => {
    if (!gone || !me) return
    if (leaving.current !== gone.id)
      contentToasts.info(t('chats.gone', { name: chatName(gone, me.id) || t('chats.untitled') }))
    leaving.current = null
    setShown(null)
    setTab('chats')
    setLeft(before => before + 1)
    void navigate('/chats', { replace: true })
  }, [gone, me, navigate, t])

  const choose = (chosen: Chat): void => {
    setTab('messages')
    setFocus(before => before + 1)
    if (chosen.uuid !== uuid) void navigate(pathOf(chosen))
  }
  const discard = (unwanted: Chat): void => {
    leaving.current = unwanted.id
    void remove({
      title: t('chats.removeTitle'),
      text: t('chats.removeText'),
      okLabel: t('chats.removeLabel'),
      doneText: t('chats.removed'),
      remove: () => call('chats.remove', { params: { id: unwanted.id } }),
      onDone: () => {
        chatsList.drop(unwanted.id)
        dropChatWords(unwanted.id)
        setLeft(before => before + 1)
        if (unwanted.uuid === uuid) {
          setShown(null)
          setTab('chats')
          void navigate('/chats', { replace: true })
        }
      },
    }).then(done => {
      if (!done) leaving.current = null
    })
  }

  if (!me) return null
  const list = (
    <ChatList
      me={me}
      selected={uuid}
      onChoose={choose}
      onCreate={() => setDialog('new')}
      onEdit={setDialog}
      onRemove={discard}
    />
  )
  return (
    <div className={cx(styles.screen, narrow && styles.narrow)}>
      {narrow ? (
        <SegmentedTabs<Tab>
          id="chats"
          label={t('chats.tabs')}
          value={tab}
          onChange={setTab}
          items={[
            { key: 'chats', label: t('chats.tabChats') },
            { key: 'messages', label: t('chats.tabMessages') },
          ]}
        />
      ) : null}
      {narrow && tab !== 'chats' ? null : (
        <section
          ref={listBox}
          role={narrow ? 'main' : undefined}
          className={styles.list}
          style={narrow ? undefined : { width }}
          id={narrow ? 'chats-panel-chats' : 'chats-list'}
          aria-label={t('chats.list')}
          data-pane="list"
        >
          {list}
        </section>
      )}
      {narrow ? null : (
        <PaneSplitter
          label={t('chats.list')}
          value={width}
          {...WIDTH}
          controls="chats-list"
          onChange={setWidth}
        />
      )}
      {narrow && tab !== 'messages' ? null : (
        <main
          className={styles.conversation}
          id={narrow ? 'chats-panel-messages' : undefined}
          aria-label={t('chats.title')}
          data-pane="conversation"
        >
          {chat ? (
            <ChatPane
              chat={chat}
              me={me.id}
              name={chatName(chat, me.id) || t('chats.untitled')}
              focus={focus}
            />
          ) : (
            <div className={styles.centre}>
              <Instead
                wanted={uuid !== null}
                gone={gone !== null}
                narrow={narrow}
                onList={() => {
                  setTab('chats')
                  void navigate('/chats', { replace: true })
                }}
                onCreate={() => setDialog('new')}
              />
            </div>
          )}
        </main>
      )}
      {dialog ? (
        <ChatDialog
          chat={dialog === 'new' ? null : dialog}
          onClose={() => setDialog(null)}
          onSaved={saved => {
            if (dialog === 'new') choose(saved)
          }}
        />
      ) : null}
    </div>
  )
}

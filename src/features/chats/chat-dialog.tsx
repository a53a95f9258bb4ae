import { type Chat, chatForm } from '@contract'
import { useEffect, useMemo } from 'react'
import { z } from 'zod'
import { EditDialog, kinds, useEdited } from '@/features/kit'
import { useTexts } from '@/i18n'
import { chatsList } from '@/stores/chats'
import { saved } from '@/stores/saved'
import { useUser } from '@/stores/session'
import { usersDirectory, useUsers } from '@/stores/users'

/** The form as it is typed: people by their ids. */
const form = z.object({
  title: chatForm.shape.title,
  members: z.array(z.number()).refine(ids => ids.length > 0, 'Por favor, selecione pelo menos um usuário.'),
})

const othersOf = (chat: Chat, ownerId: number | undefined): number[] =>
  chat.users.flatMap(({ userId }) => (userId === null || userId === ownerId ? [] : [userId]))

/** 'Conversa': title and people. Whoever makes one is always part of it. */
export function ChatDialog({
  chat,
  onClose,
  onSaved,
}: {
  chat: Chat | null
  onClose: () => void
  onSaved: (chat: Chat) => void
}) {
  const { t } = useTexts()
  const me = useUser()
  const users = useUsers()
  useEffect(() => void usersDirectory.ensure(), [])
  const fieldsOf = useMemo(
    () => (row: Chat) => ({ title: row.title, members: othersOf(row, me?.id) }),
    [me?.id],
  )
  // Members whom this list of users does not have any more are still members.
  const known = new Map(users.map(user => [user.id, user.name]))
  for (const { userId, user } of chat?.users ?? [])
    if (userId !== null && user && !known.has(userId)) known.set(userId, user.name)
  if (me) known.delete(me.id)
  const options = [...known].map(([value, label]) => ({ value, label }))

  const save = async ({ title, members }: z.output<typeof form>): Promise<void> => {
    const body = { title, users: members.map(id => ({ id, name: known.get(id) ?? '' })) }
    const kept = await saved('chats', chat, body)
    chatsList.keep(kept)
    onSaved(kept)
  }
  return (
    <EditDialog
      {...useEdited('chats', chatsList, chat, { title: '', members: [] }, fieldsOf)}
      schema={form}
      title={t('chats.dialog')}
      save={save}
      label={name => t(`chats.field.${name}`)}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {field('title', kinds.text())}
          {field(
            'members',
            kinds.choice(options, { mode: 'multiple', notFoundContent: t('chats.noColleagues') }),
            { extra: t('chats.membersHint') },
          )}
        </>
      )}
    </EditDialog>
  )
}

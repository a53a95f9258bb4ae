import { holds, type Priority } from '@contract'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { tagsDirectory, useTags } from '@/stores/tags'
import {
  isSearching,
  type Search,
  setSearch,
  typeSearch,
  useTicketList,
  useTicketsStore,
} from '@/stores/tickets'
import { usersDirectory, useUsers } from '@/stores/users'
import { cx, SearchField, SelectOnDemand } from '@/ui'
import { CHOICES } from './priority'
import styles from './search-bar.module.css'

/** Text, tags and, for admins, agents. Nothing typed shows nothing: the tabs hold the lists. */
export function SearchBar() {
  const { t } = useTexts()
  // What stands in the fields; the store holds what the rows answer.
  const [typed, setTyped] = useState<Search>(() => useTicketsStore.getState().search)
  const user = useUser()
  const tags = useTags()
  const users = useUsers()
  const field = useRef<HTMLInputElement>(null)
  const busy = useTicketList('search').status === 'loading'
  const byUsers = user !== null && holds(user, 'tickets-manager:userFilter')

  const byPriority = useOffered('ticketPriority')

  useEffect(() => {
    field.current?.focus()
    void tagsDirectory.ensure()
  }, [])
  useEffect(() => {
    if (byUsers) void usersDirectory.ensure()
  }, [byUsers])

  const change = (part: Partial<Search>): void => {
    const next = { ...typed, ...part }
    setTyped(next)
    if ('text' in part) typeSearch(next)
    else setSearch(next)
  }

  return (
    <search className={styles.bar}>
      <SearchField
        ref={field}
        className={styles.text}
        value={typed.text}
        onChange={text => change({ text })}
        onSubmit={() => setSearch(typed)}
        label={t('tickets.searchLabel')}
        clearLabel={t('common.clear')}
        busy={busy}
      />
      <SelectOnDemand
        mode="multiple"
        className={cx(styles.filter, !byUsers && !byPriority && styles.wide)}
        value={[...typed.tagIds]}
        onChange={(tagIds: number[]) => change({ tagIds })}
        options={tags.map(tag => ({ value: tag.id, label: tag.name }))}
        maxTagCount="responsive"
        allowClear
        placeholder={t('tickets.tagsWord')}
        aria-label={t('tickets.searchTags')}
      />
      {byUsers ? (
        <SelectOnDemand
          mode="multiple"
          className={styles.filter}
          value={[...typed.userIds]}
          onChange={(userIds: number[]) => change({ userIds })}
          options={users.map(one => ({ value: one.id, label: one.name }))}
          maxTagCount="responsive"
          allowClear
          placeholder={t('tickets.agentsWord')}
          aria-label={t('tickets.searchUsers')}
        />
      ) : null}
      {byPriority ? (
        <SelectOnDemand
          mode="multiple"
          className={cx(styles.filter, byUsers && styles.wide)}
          value={[...typed.priorities]}
          onChange={(priorities: Priority[]) => change({ priorities })}
          options={CHOICES.map(value => ({ value, label: t(`tickets.priority.${value}`) }))}
          maxTagCount="responsive"
          allowClear
          placeholder={t('tickets.priority.word')}
          aria-label={t('tickets.priority.filter')}
        />
      ) : null}
    </search>
  )
}

/** What was asked, for the marks in the rows and the line above them. */
export const useAsked = (): Search & { asked: boolean } => {
  const search = useTicketsStore(state => state.search)
  return { ...search, asked: isSearching(search) }
}

import { type Findable, MATCHES, matchOf, onlyByName, rankPeople } from '@contract'
import { Select as AntSelect, type SelectProps as AntSelectProps } from 'antd'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useContext, useLayoutEffect, useRef, useState } from 'react'
import { useClearWithoutTab } from './clear-button'
import { ClearLabel } from './clear-label'

/** A row of a picker as it is searched: by its label, then by `number` and `about`. */
type Option = NonNullable<AntSelectProps['options']>[number]

export interface SelectProps<V, O extends Option> extends AntSelectProps<V, O> {
  /** Where the owner searches (`filterOption={false}`): the value Enter may take at once, null for none. */
  only?: V | null
}

const textOf = (option: Option, member: string): string | null => {
  const value: unknown = option[member]
  return typeof value === 'string' ? value : null
}

const findable = (option: Option): Findable => ({
  name: textOf(option, 'label') ?? '',
  number: textOf(option, 'number'),
  others: textOf(option, 'about'),
})

const rankOf = (option: Option, typed: string): number => {
  const match = matchOf(findable(option), typed)
  return match === null ? MATCHES.length : MATCHES.indexOf(match)
}

/** Whether something is typed and no row is marked: Enter would close the list and drop the words, and takes nothing. */
const isUndecided = ({ target, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement &&
  target.value !== '' &&
  !(ctrlKey || metaKey || nativeEvent.isComposing) &&
  target.getAttribute('aria-activedescendant')?.endsWith('_list_-1') === true

/**
 * Ant Design's select as this product uses it: Tab takes nothing, a searched list is ranked by the rule of every picker
 * (contract/people-ranking.ts), and Enter takes a row only when it was marked by hand or is the one match by name. What
 * clears it is no stop of Tab (what is typed after the next Tab is meant for the next field): Delete clears it by keyboard.
 */
export function Select<V = unknown, O extends Option = Option>({
  only,
  ...props
}: SelectProps<V, O>): ReactElement {
  const [typed, setTyped] = useState('')
  const { mode, showSearch, filterOption, options, onSearch, onOpenChange, onSelect, onDeselect } = props
  const clearLabel = useContext(ClearLabel)
  const box = useRef<HTMLSpanElement>(null)
  useClearWithoutTab(box)
  // It comes and goes with a value, and the library has no member for this.
  useLayoutEffect(() => {
    box.current?.querySelector('.ant-select-clear')?.setAttribute('tabindex', '-1')
  })
  const ownsSearch = typeof showSearch === 'object' || filterOption === false
  const searched = !ownsSearch && (showSearch === true || mode !== undefined)
  const type = (text: string): void => {
    setTyped(text)
    onSearch?.(text)
  }
  const search: Partial<AntSelectProps<V, O>> = searched
    ? {
        showSearch: {
          ...(mode === 'tags' ? { searchValue: typed } : {}),
          onSearch: type,
          filterOption: (text, option) => option !== undefined && matchOf(findable(option), text) !== null,
          filterSort: (a, b, { searchValue }) => rankOf(a, searchValue) - rankOf(b, searchValue),
        },
      }
    : {}
  const sole = searched ? onlyByName(rankPeople(options ?? [], typed, findable), typed) : (only ?? null)
  // Free words are taken as they are typed; a list without a search keeps the platform's way.
  const marked = mode !== 'tags' && (searched || only !== undefined)
  /** Tab leaves the picker: the marked row was not chosen, nor was a word that is still being typed. */
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && marked && mode === undefined && isUndecided(event)) {
      event.preventDefault()
      event.stopPropagation()
    }
    if (event.key === 'Delete' && props.allowClear && event.target instanceof HTMLInputElement) {
      // Of what is typed Delete takes a letter; else the button beside it does what it always does.
      if (event.target.value === '') box.current?.querySelector<HTMLElement>('.ant-select-clear')?.click()
    }
    if (event.key !== 'Tab') return
    event.stopPropagation()
    if (mode === 'tags') setTyped('')
  }
  return (
    <span ref={box} style={{ display: 'contents' }} onKeyDownCapture={onKey}>
      <AntSelect<V, O>
        {...props}
        {...search}
        {...(props.allowClear
          ? {
              allowClear: {
                label: clearLabel,
                clearIcon: <X size={14} strokeWidth={1.75} aria-hidden="true" />,
              },
            }
          : {})}
        {...(marked ? { defaultActiveFirstOption: sole !== null } : {})}
        // A choice clears the search, and says so nowhere else.
        onSelect={(value, option) => {
          setTyped('')
          onSelect?.(value, option)
        }}
        onDeselect={(value, option) => {
          setTyped('')
          onDeselect?.(value, option)
        }}
        onOpenChange={open => {
          if (!open && mode !== 'tags') setTyped('')
          onOpenChange?.(open)
        }}
      />
    </span>
  )
}

/** What the palette (Ctrl+K) offers. Screens register commands while they are shown; searches answer typed words. */
import { fold } from '@contract'
import { type ComponentType, useEffect } from 'react'
import { create } from 'zustand'
import type { KeyActionId } from './key-map'

export interface Command {
  /** Unique in the palette. */
  id: string
  title: string
  /** Second line or right-hand words. */
  detail?: string
  /** Heading it is under; `go` and `actions` are known, anything else is shown as it is. */
  group: 'go' | 'actions' | (string & {})
  icon?: ComponentType<{ size?: number | string; strokeWidth?: number | string }>
  /** Key that does the same. */
  keyAction?: KeyActionId
  /** Other words it should be found by. */
  keywords?: string
  /** Found by typed words alone: a part of a screen, which the list of all screens has no room for. */
  typed?: true
  run: () => void
}

/** Who is asked: this computer alone, or the server as well. */
export type Where = 'here' | 'everywhere'

/**
 * Asked for what this computer knows with every key, for everything 500 ms after the last one; has to stop when the
 * signal says so.
 */
export type PaletteSearch = (term: string, signal: AbortSignal, where: Where) => Promise<Command[]>

interface Registry {
  commands: Readonly<Record<string, readonly Command[]>>
  searches: Readonly<Record<string, PaletteSearch>>
}

export const useCommandRegistry = create<Registry>()(() => ({ commands: {}, searches: {} }))

const without = <T>(all: Readonly<Record<string, T>>, source: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== source))

/**
 * Offers commands while the component is mounted.
 * @param source name of whoever offers them; a second offer under the same name replaces the first.
 * @param commands a memoised list.
 */
export function useCommands(source: string, commands: readonly Command[]): void {
  useEffect(() => {
    useCommandRegistry.setState(state => ({ commands: { ...state.commands, [source]: commands } }))
    return () => useCommandRegistry.setState(state => ({ commands: without(state.commands, source) }))
  }, [source, commands])
}

/** Does the first thing that is offered under a name; nothing where nobody offers it. */
export const runCommand = (source: string): void => useCommandRegistry.getState().commands[source]?.[0]?.run()

/** Offers a search (tickets, contacts) while the component is mounted; `search` must be stable. */
export function usePaletteSearch(source: string, search: PaletteSearch): void {
  useEffect(() => {
    useCommandRegistry.setState(state => ({ searches: { ...state.searches, [source]: search } }))
    return () => useCommandRegistry.setState(state => ({ searches: without(state.searches, source) }))
  }, [source, search])
}

/** How well a command answers a term: higher is better, 0 is not at all. Accents and case do not matter. */
export function score(command: Command, term: string): number {
  const words = fold(term).split(/\s+/).filter(Boolean)
  const title = fold(command.title)
  const rest = fold(`${command.detail ?? ''} ${command.keywords ?? ''}`)
  let total = 0
  for (const word of words) {
    if (title.startsWith(word)) total += 4
    else if (title.includes(` ${word}`)) total += 3
    else if (title.includes(word)) total += 2
    else if (rest.includes(word)) total += 1
    else return 0
  }
  return words.length > 0 ? total : command.typed ? 0 : 1
}

/** The commands that answer a term, best first; the order given is kept among equals. */
export function ranked(commands: readonly Command[], term: string): Command[] {
  return commands
    .map((command, at) => ({ command, at, points: score(command, term) }))
    .filter(entry => entry.points > 0)
    .sort((a, b) => b.points - a.points || a.at - b.at)
    .map(entry => entry.command)
}

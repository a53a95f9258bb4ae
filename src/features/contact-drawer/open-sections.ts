/** Which parts of the panel stand open, remembered on this computer. */
import { z } from 'zod'
import { create } from 'zustand'

export const SECTIONS = ['extra', 'tags', 'notes', 'timeline', 'earlier', 'media', 'personal'] as const
export type SectionKey = (typeof SECTIONS)[number]

const STORAGE_KEY = 'turno.contact-panel.open'
/** Parts that cost a call of their own begin folded. */
const INITIAL: readonly SectionKey[] = ['extra', 'tags', 'notes']

const stored = z.array(z.enum(SECTIONS))

/** Reads what storage holds; anything odd is the initial state. */
export function readSections(text: string | null): readonly SectionKey[] {
  if (text === null) return INITIAL
  try {
    const parsed = stored.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : INITIAL
  } catch {
    return INITIAL // not JSON: somebody else wrote there
  }
}

function remembered(): readonly SectionKey[] {
  try {
    return readSections(localStorage.getItem(STORAGE_KEY))
  } catch {
    return INITIAL // no storage
  }
}

const useSections = create<{ open: readonly SectionKey[] }>(() => ({ open: remembered() }))

export const useSectionOpen = (key: SectionKey): boolean => useSections(state => state.open.includes(key))

/** Opens or folds a part; `to` forces one of the two. */
export function toggleSection(key: SectionKey, to?: boolean): void {
  const { open } = useSections.getState()
  const wanted = to ?? !open.includes(key)
  const next = SECTIONS.filter(one => (one === key ? wanted : open.includes(one)))
  useSections.setState({ open: next })
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(next))
  } catch {
    // storage full or switched off: it lasts for this session
  }
}

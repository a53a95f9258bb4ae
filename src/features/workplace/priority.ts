/** Priorities of announcements: 1 red, 2 orange, 3 grey. */
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { PillTone } from '@/ui'

export type Priority = 1 | 2 | 3

/** Anything unknown is the quietest. */
export const priorityOf = (value: number): Priority => (value === 1 || value === 2 ? value : 3)

export const PRIORITY_ICON: Record<Priority, LucideIcon> = { 1: CircleAlert, 2: TriangleAlert, 3: Info }
export const PRIORITY_TONE: Record<Priority, PillTone> = { 1: 'error', 2: 'warning', 3: 'neutral' }

/** The sections of the reports, as data: what each is grouped by and which figures it shows. */
import type { Grouping } from '@contract'
import {
  Bot,
  Cable,
  CalendarClock,
  Coins,
  GitBranch,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  Send,
  Smile,
  Tags,
  Timer,
  Users,
} from 'lucide-react'
import type { FigureName } from '@/features/figures'

export interface ReportSection {
  key: SectionKey
  icon: LucideIcon
  /** Groups of its table and chart; `time` by day, week or month as the period is long. Left out: it draws itself. */
  by?: Exclude<Grouping, 'hour' | 'day' | 'week' | 'month'> | 'time'
  tiles?: readonly FigureName[]
  /** Columns of the table; the chart draws any of them. */
  columns?: readonly FigureName[]
  /** Two counts that the chart draws beside each other at first. */
  pair?: readonly [FigureName, FigureName]
}

export type SectionKey =
  | 'overview'
  | 'conversations'
  | 'agents'
  | 'queues'
  | 'connections'
  | 'tags'
  | 'campaigns'
  | 'costs'
  | 'bot'
  | 'csat'
  | 'sla'
  | 'forecast'

const SERVICE = [
  'arrived',
  'resolved',
  'firstAnswer',
  'nextAnswer',
  'resolution',
  'abandonment',
  'csat',
  'deadlinesKept',
] as const satisfies FigureName[]

export const SECTIONS: readonly ReportSection[] = [
  {
    key: 'overview',
    icon: LayoutDashboard,
    by: 'time',
    tiles: [
      'arrived',
      'resolved',
      'firstAnswer',
      'resolution',
      'abandonment',
      'oneTouchRate',
      'csat',
      'deadlinesKept',
    ],
    columns: ['arrived', 'resolved', 'firstAnswer', 'resolution', 'abandoned', 'csat', 'deadlinesKept'],
    pair: ['arrived', 'resolved'],
  },
  {
    key: 'conversations',
    icon: MessagesSquare,
    by: 'time',
    tiles: [
      'firstAnswer',
      'nextAnswer',
      'waiting',
      'handling',
      'resolution',
      'reopening',
      'transferred',
      'abandoned',
    ],
    columns: [
      'arrived',
      'resolved',
      'answered',
      'firstAnswer',
      'nextAnswer',
      'waiting',
      'handling',
      'resolution',
      'reopened',
      'transferred',
      'abandoned',
    ],
  },
  {
    key: 'agents',
    icon: Users,
    by: 'user',
    tiles: ['arrived', 'resolved', 'firstAnswer', 'handling', 'csat', 'occupancy'],
    columns: [
      'arrived',
      'resolved',
      'firstAnswer',
      'nextAnswer',
      'handling',
      'oneTouchRate',
      'transferred',
      'csat',
      'deadlinesKept',
      'online',
      'onBreak',
      'occupancy',
    ],
  },
  { key: 'queues', icon: GitBranch, by: 'queue', tiles: SERVICE, columns: [...SERVICE, 'transferred'] },
  { key: 'connections', icon: Cable, by: 'connection', tiles: SERVICE, columns: SERVICE },
  { key: 'tags', icon: Tags, by: 'tag', tiles: SERVICE, columns: SERVICE },
  { key: 'campaigns', icon: Send },
  { key: 'costs', icon: Coins },
  {
    key: 'bot',
    icon: Bot,
    by: 'time',
    tiles: ['botAnswered', 'botSolvedRate', 'handoverRate', 'firstAutomatic'],
    pair: ['botSolved', 'handedOver'],
    columns: ['botAnswered', 'botSolved', 'handedOver', 'botSolvedRate', 'handoverRate', 'firstAutomatic'],
  },
  {
    key: 'csat',
    icon: Smile,
    by: 'time',
    tiles: ['csat', 'meanRate', 'ratingRate', 'rated'],
    pair: ['asked', 'rated'],
    columns: ['asked', 'rated', 'satisfied', 'csat', 'meanRate', 'ratingRate'],
  },
  {
    key: 'sla',
    icon: Timer,
    by: 'time',
    tiles: ['deadlinesKept', 'kept', 'missed', 'firstAnswer', 'nextAnswer', 'resolution'],
    pair: ['kept', 'missed'],
    columns: ['kept', 'missed', 'deadlinesKept'],
  },
  { key: 'forecast', icon: CalendarClock },
]

export const sectionPath = (key: SectionKey): string => (key === 'overview' ? '/reports' : `/reports/${key}`)

/** The sections of the settings, in the order of the list. */
import {
  Bell,
  Building2,
  Info,
  Keyboard,
  type LucideIcon,
  MessagesSquare,
  Mic,
  Palette,
  Power,
  Server,
  ShieldCheck,
  UserRound,
} from 'lucide-react'

export const SECTION_KEYS = [
  'company',
  'account',
  'appearance',
  'attendance',
  'notifications',
  'audio',
  'shortcuts',
  'startup',
  'privacy',
  'server',
  'about',
] as const
export type SectionKey = (typeof SECTION_KEYS)[number]

export const SECTION_ICONS: Record<SectionKey, LucideIcon> = {
  company: Building2,
  account: UserRound,
  appearance: Palette,
  attendance: MessagesSquare,
  notifications: Bell,
  audio: Mic,
  shortcuts: Keyboard,
  startup: Power,
  privacy: ShieldCheck,
  server: Server,
  about: Info,
}

export interface SectionGroup {
  key: 'companyGroup' | 'yours' | 'computer'
  sections: readonly SectionKey[]
}

/** What a person finds in the list; the company's part is for administrators. */
export const groupsFor = (admin: boolean): SectionGroup[] => [
  ...(admin ? [{ key: 'companyGroup', sections: ['company'] } as const] : []),
  {
    key: 'yours',
    sections: ['account', 'appearance', 'attendance', 'notifications', 'audio', 'shortcuts'],
  },
  { key: 'computer', sections: ['startup', 'privacy', 'server', 'about'] },
]

export const sectionPath = (key: SectionKey): string => `/settings/${key}`

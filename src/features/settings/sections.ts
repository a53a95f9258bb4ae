/** The sections of the settings, in the order of the list. */
import {
  Bell,
  Building2,
  CircleHelp,
  Clock,
  Image as ImageIcon,
  Info,
  Keyboard,
  Layers,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Mic,
  Palette,
  PlusSquare,
  Power,
  Server,
  ShieldCheck,
  SlidersHorizontal,
  Sparkles,
  UserRound,
  Users,
} from 'lucide-react'

export const SECTION_KEYS = [
  'company',
  'hours',
  'colleagues',
  'logo',
  'companies',
  'newCompany',
  'plans',
  'helps',
  'mail',
  'account',
  'appearance',
  'attendance',
  'notifications',
  'audio',
  'shortcuts',
  'startup',
  'copilot',
  'privacy',
  'server',
  'about',
] as const
export type SectionKey = (typeof SECTION_KEYS)[number]

export const SECTION_ICONS: Record<SectionKey, LucideIcon> = {
  company: SlidersHorizontal,
  hours: Clock,
  colleagues: Users,
  logo: ImageIcon,
  companies: Building2,
  newCompany: PlusSquare,
  plans: Layers,
  helps: CircleHelp,
  mail: Mail,
  account: UserRound,
  appearance: Palette,
  attendance: MessagesSquare,
  notifications: Bell,
  audio: Mic,
  shortcuts: Keyboard,
  startup: Power,
  copilot: Sparkles,
  privacy: ShieldCheck,
  server: Server,
  about: Info,
}

export interface SectionGroup {
  key: 'companyGroup' | 'platformGroup' | 'yours' | 'computer'
  sections: readonly SectionKey[]
  /** Stands at the end of the list and is closed until asked for. */
  folded?: true
}

const PLATFORM: readonly SectionKey[] = ['logo', 'companies', 'newCompany', 'plans', 'helps', 'mail']

/** Who asks for the list of sections. */
export interface SectionReader {
  /** Holds what administrators see. */
  admin: boolean
  /** The platform's super-administrator. */
  isSuper: boolean
  /** The setting scheduleType is company: the company keeps hours of its own. */
  companyHours: boolean
  /** The server lets the platform's mail server be set. */
  mailServer: boolean
  /** The server has no copilot: the one of this computer is offered. */
  localCopilot: boolean
  /** The company is on a computer that may let colleagues of its network in. */
  localNetwork: boolean
  /** The company lies on this computer: it has no other company beside it, so what is for several of them is folded away. */
  ownHere: boolean
}

/**
 * What a person finds in the list: the company's part is for administrators, the platform's for the super-administrator.
 */
export function groupsFor(reader: SectionReader): SectionGroup[] {
  const { admin, isSuper, companyHours, mailServer, localCopilot, localNetwork, ownHere } = reader
  const sections = mailServer ? PLATFORM : PLATFORM.filter(key => key !== 'mail')
  const platform = isSuper ? [{ key: 'platformGroup' as const, sections }] : []
  return [
    ...(admin
      ? [
          {
            key: 'companyGroup' as const,
            sections: [
              'company' as const,
              ...(companyHours ? (['hours'] as const) : []),
              ...(localNetwork ? (['colleagues'] as const) : []),
            ],
          },
        ]
      : []),
    ...(ownHere ? [] : platform),
    {
      key: 'yours',
      sections: ['account', 'appearance', 'attendance', 'notifications', 'audio', 'shortcuts'],
    },
    {
      key: 'computer',
      sections: ['startup', ...(localCopilot ? (['copilot'] as const) : []), 'privacy', 'server', 'about'],
    },
    ...(ownHere ? platform.map(group => ({ ...group, folded: true as const })) : []),
  ]
}

/** Whether somebody may have a section at all, shown now or not: the company's hours are shown while it keeps some. */
export const mayHave = (section: SectionKey, admin: boolean, isSuper: boolean): boolean =>
  groupsFor({
    admin,
    isSuper,
    companyHours: true,
    mailServer: true,
    localCopilot: true,
    localNetwork: true,
    ownHere: false,
  }).some(({ sections }) => sections.includes(section))

export const sectionPath = (key: SectionKey): string => `/settings/${key}`

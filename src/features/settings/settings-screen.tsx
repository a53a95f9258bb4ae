import { type ComponentType, useEffect, useRef } from 'react'
import { Navigate, NavLink, useParams } from 'react-router-dom'
import { CompaniesSection, CompanyFormSection, HelpsSection, PlansSection } from '@/features/companies'
import { StartLinks } from '@/features/first-run'
import { ServerSection } from '@/features/servers'
import { useTexts } from '@/i18n'
import { useHolds, useUser } from '@/stores/session'
import { settingsDirectory } from '@/stores/settings'
import { followSystem } from '@/stores/system'
import { useToasts } from '@/stores/toasts'
import { cx } from '@/ui'
import { AboutSection } from './about-section'
import { AccountSection } from './account-section'
import { AppearanceSection } from './appearance-section'
import { AttendanceSection } from './attendance-section'
import { AudioSection } from './audio-section'
import { ColleaguesSection } from './company/colleagues-section'
import { HoursSection } from './company/hours-section'
import { LogoSection } from './company/logo-section'
import { MailSection } from './company/mail-section'
import { OptionsSection } from './company/options-section'
import { CopilotSection } from './copilot-section'
import { NotificationsSection } from './notifications-section'
import { PrivacySection } from './privacy-section'
import {
  mayHave,
  SECTION_ICONS,
  SECTION_KEYS,
  type SectionGroup,
  type SectionKey,
  sectionPath,
} from './sections'
import styles from './settings-screen.module.css'
import { ShortcutsSection } from './shortcuts-section'
import { StartupSection } from './startup-section'
import { useSectionGroups } from './use-section-groups'

/** Which server, what it can do, and the way back to the first question. */
function ServerPart() {
  return (
    <>
      <ServerSection />
      <StartLinks />
    </>
  )
}

const CONTENT: Record<SectionKey, ComponentType> = {
  company: OptionsSection,
  hours: HoursSection,
  colleagues: ColleaguesSection,
  logo: LogoSection,
  companies: CompaniesSection,
  newCompany: CompanyFormSection,
  plans: PlansSection,
  helps: HelpsSection,
  mail: MailSection,
  account: AccountSection,
  appearance: AppearanceSection,
  attendance: AttendanceSection,
  notifications: NotificationsSection,
  audio: AudioSection,
  shortcuts: ShortcutsSection,
  startup: StartupSection,
  copilot: CopilotSection,
  privacy: PrivacySection,
  server: ServerPart,
  about: AboutSection,
}

/** Tables use the room there is. */
const WIDE: ReadonlySet<SectionKey> = new Set(['companies', 'plans', 'helps'])

const isSection = (name: string | undefined): name is SectionKey => SECTION_KEYS.some(key => key === name)

/**
 * A section of somebody else's: it is said, and led away. Logos are the super-administrator's and lead to the first
 * screen, others to one's own settings.
 */
function Denied({ section }: { section: SectionKey }) {
  const { t } = useTexts()
  const toasts = useToasts()
  const text = t(section === 'logo' ? 'settings.logo.denied' : 'kit.guard.refused')
  useEffect(() => void toasts.error(text), [toasts, text])
  return <Navigate to={section === 'logo' ? '/' : '/settings'} replace />
}

/** Sections that belong together, under their name. */
function Part({ group, current }: { group: SectionGroup; current: SectionKey }) {
  const { t } = useTexts()
  const name = t(`settings.${group.key}`)
  const links = (
    <ul className={styles.links}>
      {group.sections.map(key => {
        const Icon = SECTION_ICONS[key]
        return (
          <li key={key}>
            <NavLink
              to={sectionPath(key)}
              id={`settings-link-${key}`}
              className={cx(styles.link, key === current && styles.current)}
              aria-current={key === current ? 'page' : undefined}
            >
              <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
              <span>{t(`settings.section.${key}`)}</span>
            </NavLink>
          </li>
        )
      })}
    </ul>
  )
  return group.folded ? (
    <details className={styles.part} open={group.sections.includes(current)}>
      <summary className={cx(styles.partName, styles.fold)}>{name}</summary>
      {links}
    </details>
  ) : (
    <div className={styles.part}>
      <p className={styles.partName}>{name}</p>
      {links}
    </div>
  )
}

/**
 * Everybody's settings: each choice holds at once and on this computer. What holds
 * for the whole company stands apart, for administrators.
 */
export function SettingsScreen() {
  const { t } = useTexts()
  const { section } = useParams()
  const groups = useSectionGroups()
  const admin = useHolds('drawer-admin-items:view')
  const user = useUser()
  const known = settingsDirectory.use(state => state.status === 'ready' || state.status === 'failed')
  const current: SectionKey = isSection(section) ? section : 'account'
  const pane = useRef<HTMLDivElement>(null)
  useEffect(() => followSystem(), [])
  useEffect(() => {
    pane.current?.scrollTo({ top: 0 })
    document
      .getElementById(`settings-link-${current}`)
      ?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [current])
  if (section !== undefined && !groups.some(group => group.sections.some(key => key === section))) {
    // Whether the company keeps hours of its own is not known yet.
    if (section === 'hours' && admin && !known) return null
    // A session that ends has no rights either; of that nothing is said.
    if (user && isSection(section) && !mayHave(section, admin, user.super))
      return <Denied section={section} />
    return <Navigate to="/settings" replace />
  }
  const Content = CONTENT[current]
  return (
    <main className={styles.screen} data-pane="content">
      <nav className={styles.list} aria-label={t('settings.sections')}>
        {groups.map(group => (
          <Part key={group.key} group={group} current={current} />
        ))}
      </nav>
      {/* Long sections scroll with the keys as well. */}
      <div ref={pane} className={styles.pane} tabIndex={-1}>
        <div
          className={cx(styles.content, WIDE.has(current) && styles.wide)}
          data-testid={`settings-${current}`}
        >
          <header>
            <h2 className={styles.title}>{t(`settings.section.${current}`)}</h2>
            <p className={styles.about}>{t(`settings.about.${current}`)}</p>
          </header>
          <Content key={current} />
        </div>
      </div>
    </main>
  )
}

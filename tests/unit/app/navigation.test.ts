import { describe, expect, it } from 'vitest'
import { menuOf, withPins } from '../../../src/app/navigation'
import { landingOf } from '../../../src/app/routing/guards'
import { SCREEN_ROUTES } from '../../../src/app/routing/screens'
import { windowTitle } from '../../../src/app/shell/shell'
import { daysToWarn } from '../../../src/app/subscription'
import type { PlanFlags } from '../../../src/contract'

const NONE: PlanFlags = {
  useCampaigns: false,
  useKanban: false,
  useOpenAi: false,
  useIntegrations: false,
  useSchedules: false,
  useInternalChat: false,
  useExternalApi: false,
}
const ALL = Object.fromEntries(Object.keys(NONE).map(key => [key, true])) as unknown as PlanFlags
const agent = { profile: 'user', super: false }
const admin = { profile: 'admin', super: false }

const keys = (user: typeof agent, plan: PlanFlags | null): string[] =>
  menuOf(user, plan).flatMap(section => section.entries.map(entry => `${section.key}.${entry.key}`))

describe('pins', () => {
  it('stand on top in the order they were given, leave their section, and only while the person has them', () => {
    const menu = menuOf(admin, NONE)
    const [pinned, ...rest] = withPins(menu, ['users', 'kanban', 'tickets'])
    expect(pinned).toMatchObject({ key: 'pinned', entries: [{ key: 'users' }, { key: 'tickets' }] })
    const left = rest.flatMap(({ entries }) => entries.map(({ key }) => key))
    expect(left).not.toContain('users')
    expect(left.length).toBe(menu.flatMap(({ entries }) => entries).length - 2)
    expect(withPins(menu, [])).toEqual(menu)
  })
})

describe('side menu', () => {
  it('adds kanban, schedules and internal chat by plan, in the known order', () => {
    expect(menuOf(agent, ALL)[0]?.entries.map(entry => entry.key)).toEqual([
      'tickets',
      'quickMessages',
      'macros',
      'knowledge',
      'kanban',
      'todo',
      'contacts',
      'schedules',
      'tags',
      'chats',
      'helps',
    ])
  })
  it('shows the management section with the dashboard to admins only', () => {
    expect(menuOf(admin, NONE).map(section => section.key)).toEqual(['management', 'administration'])
    expect(keys(admin, NONE)[0]).toBe('management.dashboard')
    expect(keys(agent, ALL).join()).not.toMatch(/management|dashboard|administration/)
    expect(keys({ profile: 'supervisor', super: false }, ALL).join()).not.toMatch(/management|administration/)
  })
  it('leads admins and supervisors to the reports', () => {
    expect(keys(admin, NONE)[1]).toBe('management.reports')
    expect(keys({ profile: 'supervisor', super: false }, NONE)).toContain('service.reports')
    expect(keys(agent, ALL).join()).not.toContain('reports')
  })
  it('shows campaigns by plan and their settings to admins', () => {
    expect(keys(agent, { ...NONE, useCampaigns: true }).filter(key => key.startsWith('campaigns.'))).toEqual([
      'campaigns.campaignList',
      'campaigns.contactLists',
    ])
    expect(keys(admin, { ...NONE, useCampaigns: true })).toContain('campaigns.campaignSettings')
    expect(keys(admin, NONE).join()).not.toContain('campaigns.')
  })
  it('hides campaigns while their routes do not exist', () => {
    expect(menuOf(admin, ALL, { campaignRoutes: false }).map(section => section.key)).toEqual([
      'management',
      'administration',
    ])
    expect(menuOf(admin, ALL, { campaignRoutes: true }).map(section => section.key)).toContain('campaigns')
  })
  it('leaves out what a server has not: the audit log, knowledge, service levels, campaigns for agents', () => {
    const keysOf = (user: typeof agent) =>
      menuOf(user, ALL, {
        agentCampaigns: false,
        auditLog: false,
        knowledge: false,
        serviceLevels: false,
        reports: false,
      }).flatMap(section => section.entries.map(entry => entry.key))
    expect(keysOf(admin)).not.toContain('audit')
    expect(keysOf(admin)).not.toContain('knowledge')
    expect(keysOf(admin)).not.toContain('serviceLevels')
    expect(keysOf(admin)).toContain('campaignList')
    expect(keysOf(agent)).not.toContain('campaignList')
    expect(keysOf(agent)).not.toContain('contactLists')
    // Its dashboard's figures are the administrators' alone.
    expect(keysOf(admin)).toContain('reports')
    expect(keysOf({ profile: 'supervisor', super: false })).not.toContain('reports')
  })
  it('lists the rest of administration by plan flag', () => {
    expect(keys(admin, NONE).filter(key => key.startsWith('administration.'))).toEqual(
      [
        'connections',
        'files',
        'queues',
        'serviceLevels',
        'rules',
        'users',
        'audit',
        'finance',
        'settings',
      ].map(key => `administration.${key}`),
    )
    expect(keys(admin, { ...NONE, useOpenAi: true })).toContain('administration.prompts')
    expect(keys(admin, { ...NONE, useIntegrations: true })).toContain('administration.queueIntegrations')
    expect(keys(admin, { ...NONE, useExternalApi: true })).toContain('administration.messagesApi')
  })
  it('keeps announcements for the super flag', () => {
    expect(keys(admin, ALL)).not.toContain('administration.announcements')
    expect(keys({ profile: 'admin', super: true }, ALL)).toContain('administration.announcements')
  })
  it('hides what is optional while the plan is unknown, and treats an unknown profile as an agent', () => {
    expect(keys(agent, null)).toEqual(keys(agent, NONE))
    expect(keys({ profile: 'wizard', super: false }, ALL)).toEqual(keys(agent, ALL))
  })
  it('leads every entry to a route that exists', () => {
    const paths = new Set(SCREEN_ROUTES.map(route => route.path))
    for (const section of menuOf({ profile: 'admin', super: true }, ALL))
      for (const entry of section.entries) expect(paths, entry.key).toContain(entry.path)
  })
})

describe('landing', () => {
  it('is the dashboard for admins and the tickets for everybody else', () => {
    expect(landingOf(admin)).toBe('/')
    expect(landingOf(agent)).toBe('/tickets')
    expect(landingOf({ profile: 'supervisor', super: false })).toBe('/tickets')
  })
})

describe('window title', () => {
  it.each([
    [0, 'Atendimentos · Turno'],
    [1, '● Atendimentos · Turno'],
    [20, '● Atendimentos · Turno'],
    [21, '(21) Atendimentos · Turno'],
  ])('%d waiting reads %s', (pending, title) => {
    expect(windowTitle('Atendimentos', pending)).toBe(title)
  })
})

describe('subscription warning', () => {
  const now = new Date(2026, 10, 21, 23, 50).getTime()
  const due = (days: number): string => new Date(2026, 10, 21 + days, 0, 5).toISOString()
  it.each([
    [0, 0],
    [1, 1],
    [4, 4],
    [5, null],
    [-1, null],
  ])('%d days ahead warns %s', (days, wanted) => {
    expect(daysToWarn(due(days), now)).toBe(wanted)
  })
  it('says nothing about a missing or broken date', () => {
    expect(daysToWarn(null, now)).toBeNull()
    expect(daysToWarn('soon', now)).toBeNull()
  })
})

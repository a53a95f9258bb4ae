// @vitest-environment jsdom
/** Screens that a server does not offer: words that fit that server, and no way to a page that does not exist. */
import en from '../../../src/locales/en/unavailable.json'
import es from '../../../src/locales/es/unavailable.json'
import pt from '../../../src/locales/pt/unavailable.json'
import '../support/jsdom'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, matchRoutes } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { routes } from '@/app/routing/router'
import { UnavailableScreen } from '@/features/unavailable'
import { type Language, setLanguage } from '@/i18n'
import { useConnection } from '@/stores/connection'

const TEXTS = { pt, en, es }
const LANGUAGES: Language[] = ['pt', 'en', 'es']

afterEach(async () => {
  cleanup()
  useConnection.setState(useConnection.getInitialState(), true)
  await setLanguage('pt')
})

const show = (at: string, element: React.ReactElement) =>
  render(<MemoryRouter initialEntries={[at]}>{element}</MemoryRouter>)

/** Where the links on screen lead; each must be a route of the product, not the page for unknown addresses. */
const waysOut = (): string[] => screen.getAllByRole('link').map(link => link.getAttribute('href') ?? '')
const leadsSomewhere = (path: string): boolean => {
  const last = matchRoutes(routes(), path)?.at(-1)?.route.path
  return last !== undefined && last !== '*'
}

describe('a screen that a server does not offer', () => {
  it.each(LANGUAGES)(
    'speaks of the company’s web system on another server and of the own workspace here (%s)',
    async language => {
      await setLanguage(language)
      const words = TEXTS[language]
      useConnection.setState({ embedded: false })
      show('/announcements', <UnavailableScreen />)
      expect(screen.getByText(words.remoteTitle)).toBeTruthy()
      expect(screen.getByText(words.remoteText)).toBeTruthy()
      expect(screen.queryByText(words.title)).toBeNull()
      cleanup()
      useConnection.setState({ embedded: true })
      show('/announcements', <UnavailableScreen />)
      expect(screen.getByText(words.title)).toBeTruthy()
      expect(screen.queryByText(words.remoteText)).toBeNull()
    },
  )

  it('leads to pages that exist', () => {
    show('/announcements', <UnavailableScreen />)
    expect(waysOut()).toEqual(['/tickets'])
    cleanup()
    expect(leadsSomewhere('/tickets')).toBe(true)
    expect(leadsSomewhere('/no-such-page')).toBe(false)
  })

  it('names no other page in its words', () => {
    const naming = Object.values(TEXTS).flatMap(words =>
      Object.values(words).filter(text =>
        /p[áa]gina|\bpage\b|\/\w+|menu|configurações|settings|ajustes/i.test(text),
      ),
    )
    expect(naming).toEqual([])
  })
})

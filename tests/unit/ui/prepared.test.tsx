// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Prepared } from '@/ui'

const log: string[] = []
afterEach(() => {
  cleanup()
  log.length = 0
})

function Actor({ name }: { name: string }) {
  const own = useRef<HTMLParagraphElement>(null)
  log.push(`draws ${name}`)
  useLayoutEffect(() => {
    log.push(`${name} ${own.current?.isConnected ? 'in the page' : 'outside the page'}`)
    return () => void log.push(`${name} leaves`)
  }, [name])
  useEffect(() => void log.push(`${name} lives`), [name])
  return <p ref={own}>{name}</p>
}

function Stage({ shown, names }: { shown: string | null; names: string[] }) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <main>
      <div ref={place} data-testid="place" />
      {names.map(name => (
        <Prepared key={name} shown={name === shown} place={place} className="stage">
          <Actor name={name} />
        </Prepared>
      ))}
    </main>
  )
}

describe('something drawn before it is needed', () => {
  it('is drawn, but neither in the page nor alive, until it is shown', () => {
    const { rerender } = render(<Stage shown={null} names={['Bruna']} />)
    expect(log).toEqual(['draws Bruna'])
    expect(document.body.textContent).toBe('')

    rerender(<Stage shown="Bruna" names={['Bruna']} />)
    // In the page before the first of its effects, which may measure.
    expect(log.slice(-2)).toEqual(['Bruna in the page', 'Bruna lives'])
    expect(screen.getByTestId('place').querySelector('.stage')?.textContent).toBe('Bruna')
  })

  it('stands in the page at once when it was not drawn ahead', () => {
    render(<Stage shown="Ana" names={['Ana']} />)
    expect(log).toEqual(['draws Ana', 'Ana in the page', 'Ana lives'])
  })

  it('gives its place to the next, and nothing of it stays', () => {
    const { rerender } = render(<Stage shown="Ana" names={['Ana', 'Bruna']} />)
    rerender(<Stage shown="Bruna" names={['Bruna']} />)
    expect(log).toContain('Ana leaves')
    expect(document.body.textContent).toBe('Bruna')
    rerender(<Stage shown={null} names={['Bruna']} />)
    expect(log).toContain('Bruna leaves')
    expect(document.body.textContent).toBe('')
  })
})

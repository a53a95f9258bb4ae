// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Prepared } from '@/ui'
import { soon } from '../../support/soon'

const log: string[] = []
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
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

describe('something drawn ahead, in a window with time to spare', () => {
  /** The window's idle time, had when the test says so. */
  function idleTime(): () => Promise<void> {
    const waiting = new Map<number, () => void>()
    let last = 0
    vi.stubGlobal('requestIdleCallback', (work: () => void) => {
      waiting.set(++last, work)
      return last
    })
    vi.stubGlobal('cancelIdleCallback', (id: number) => waiting.delete(id))
    return async () => {
      // What React has drawn is told in a microtask.
      await Promise.resolve()
      const all = [...waiting.values()]
      waiting.clear()
      for (const work of all) work()
    }
  }
  const hostOf = (name: string): HTMLElement | null =>
    screen.queryByText(name)?.closest<HTMLElement>('.stage') ?? null

  it('is laid out at its place, where nobody can see, reach or hear it, and nothing of it runs', async () => {
    const idle = idleTime()
    render(<Stage shown={null} names={['Bruna']} />)
    expect(hostOf('Bruna')).toBeNull()
    await idle()
    const host = hostOf('Bruna')
    expect(host?.parentElement).toBe(screen.getByTestId('place'))
    expect(host?.hasAttribute('inert')).toBe(true)
    expect(host?.getAttribute('aria-hidden')).toBe('true')
    // Laid out, not merely attached.
    expect(screen.getByText('Bruna').style.display).toBe('')
    expect(log).toEqual(['draws Bruna'])
  })

  it('comes in without leaving its place, and takes keys once it was painted', async () => {
    const idle = idleTime()
    const { rerender } = render(<Stage shown="Ana" names={['Ana', 'Bruna']} />)
    await idle()
    const host = hostOf('Bruna')
    const held = document.createElement('button')
    document.body.append(held)
    held.focus()
    const moved: MutationRecord[] = []
    const watch = new MutationObserver(records => moved.push(...records))
    watch.observe(screen.getByTestId('place'), { childList: true })

    rerender(<Stage shown="Bruna" names={['Bruna']} />)
    expect(host?.hasAttribute('aria-hidden')).toBe(false)
    expect(log.slice(-2)).toEqual(['Bruna in the page', 'Bruna lives'])
    await soon(() => expect(host?.hasAttribute('inert')).toBe(false))
    moved.push(...watch.takeRecords())
    expect(moved.flatMap(record => [...record.addedNodes])).toEqual([])
    watch.disconnect()
    held.remove()
  })

  it('takes keys at once when the focus is nowhere', async () => {
    const idle = idleTime()
    const { rerender } = render(<Stage shown={null} names={['Bruna']} />)
    await idle()
    expect(document.activeElement).toBe(document.body)
    rerender(<Stage shown="Bruna" names={['Bruna']} />)
    expect(hostOf('Bruna')?.hasAttribute('inert')).toBe(false)
  })

  it('leaves the page when it is not wanted any more', async () => {
    const idle = idleTime()
    const { rerender } = render(<Stage shown={null} names={['Bruna']} />)
    await idle()
    rerender(<Stage shown={null} names={[]} />)
    expect(screen.getByTestId('place').childElementCount).toBe(0)
  })

  it('is shown in time also when there was no time to lay it out', async () => {
    const idle = idleTime()
    const { rerender } = render(<Stage shown={null} names={['Bruna']} />)
    rerender(<Stage shown="Bruna" names={['Bruna']} />)
    await idle()
    const host = hostOf('Bruna')
    expect(host?.hasAttribute('inert')).toBe(false)
    expect(host?.hasAttribute('aria-hidden')).toBe(false)
  })
})

// @vitest-environment jsdom
/** Rows of a list that changed its order are seen to go to their places: which of them, from where, and when not. */
import '../support/jsdom'
import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MOTION } from '@/ui/motion'
import { rowMoves, useRowMotion } from '@/ui/use-row-motion'

const ROW_PX = 68

describe('what happened to the rows in view', () => {
  const all = [1, 2, 3, 4, 5, 6]

  it('is that one went to the top and those above its place went down', () => {
    expect(rowMoves(all, [6, 1, 2, 3, 4, 5], 0, 6)).toEqual({
      slid: new Map([1, 2, 3, 4, 5].map(id => [id, -1])),
      came: new Set([6]),
    })
  })

  it('is nothing where the change is out of sight, or there is none', () => {
    expect(rowMoves(all, [2, 1, 3, 4, 5, 6], 2, 6)).toBeNull()
    expect(rowMoves(all, [...all], 0, 6)).toBeNull()
  })

  it('is too much to follow where many are new', () => {
    expect(rowMoves(all, [11, 12, 13, 14, 1, 2], 0, 6)).toBeNull()
  })
})

function List({ ids }: { ids: readonly number[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  useRowMotion({ scroller, ids, rowPx: ROW_PX, attribute: 'data-ticket-id' })
  return (
    <div ref={scroller}>
      {ids.map(id => (
        <p key={id} data-ticket-id={id} />
      ))}
    </div>
  )
}

interface Moved {
  id: number
  frames: Record<string, unknown>
  duration: number
}

describe('the rows themselves', () => {
  let moved: Moved[] = []
  let still = false
  let now = 0

  beforeEach(() => {
    moved = []
    still = false
    now = 10_000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: still && query.includes('prefers-reduced-motion'),
    }))
    Element.prototype.animate = function (this: HTMLElement, frames, options) {
      const { duration } = options as { duration: number }
      moved.push({ id: Number(this.dataset.ticketId), frames: frames as Record<string, unknown>, duration })
      return {} as Animation
    }
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    delete (Element.prototype as { animate?: unknown }).animate
  })

  it('slide from where they were, and the one that came appears, for as long as the theme says', () => {
    const { rerender } = render(<List ids={[1, 2, 3, 4, 5]} />)
    expect(moved).toEqual([])
    rerender(<List ids={[5, 1, 2, 3, 4]} />)
    expect(moved.find(({ id }) => id === 5)?.frames).toEqual({ opacity: [0, 1] })
    for (const id of [1, 2, 3, 4])
      expect(moved.find(one => one.id === id)?.frames).toEqual({
        transform: [`translateY(${-ROW_PX}px)`, 'none'],
      })
    expect(new Set(moved.map(({ duration }) => duration))).toEqual(new Set([MOTION.move]))
  })

  it('take their places at once while the list changes all the time, and move again once it is calm', () => {
    const { rerender } = render(<List ids={[1, 2, 3]} />)
    rerender(<List ids={[2, 1, 3]} />)
    const first = moved.length
    expect(first).toBeGreaterThan(0)
    now += 400
    rerender(<List ids={[3, 2, 1]} />)
    now += 900
    rerender(<List ids={[1, 2, 3]} />)
    expect(moved).toHaveLength(first)
    now += 1_100
    rerender(<List ids={[2, 1, 3]} />)
    expect(moved.length).toBeGreaterThan(first)
  })

  it('do not move where people want no motion, nor when the whole list is another', () => {
    const { rerender } = render(<List ids={[1, 2, 3, 4, 5]} />)
    rerender(<List ids={[11, 12, 13, 14, 15]} />)
    expect(moved).toEqual([])
    still = true
    now += 5_000
    rerender(<List ids={[12, 11, 13, 14, 15]} />)
    expect(moved).toEqual([])
  })
})

// @vitest-environment jsdom
import '../support/jsdom'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AudioPlayer } from '../../../src/features/thread/media/audio'
import { useAudioDeck } from '../../../src/features/thread/media/audio-deck'
import { BARS, barsOf, loudnessOf } from '../../../src/features/thread/media/waveform'
import { endSession } from '../../../src/stores/session-end'

/** Eight seconds: four of silence, then four that get louder. */
const SAMPLES = Float32Array.from({ length: 64_000 }, (_, at) =>
  at < 32_000 ? 0 : Math.sin(at) * ((at - 32_000) / 32_000),
)
const fetched: string[] = []
let decoding: Promise<void>

beforeEach(() => {
  fetched.length = 0
  decoding = Promise.resolve()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 0))
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    if (url.includes('gone')) return new Response(null, { status: 404 })
    if (url.includes('film')) return new Response('x', { headers: { 'content-length': '90000000' } })
    return new Response('sound')
  })
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      async decodeAudioData() {
        await decoding
        return { duration: 8, getChannelData: () => SAMPLES }
      }
    },
  )
})
afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

const slider = (): HTMLInputElement => screen.getByRole('slider')
const draw = (id: string, url = `/media/${id}.mp3`, duration = 0) =>
  render(<AudioPlayer id={id} url={url} duration={duration} />)

describe('the waveform', () => {
  it('is loud where the voice is, and rests between its pieces', async () => {
    let rests = 0
    const loudness = await loudnessOf(new Float32Array(450_000).fill(0.5), 3, async () => {
      rests += 1
    })
    expect(loudness.map(one => one.toFixed(2))).toEqual(['0.50', '0.50', '0.50'])
    expect(rests).toBe(4)
    const bars = barsOf(await loudnessOf(SAMPLES, BARS))
    expect(bars.slice(0, BARS / 2)).toEqual(Array(BARS / 2).fill(0))
    expect(bars.at(-1)).toBe(1)
    expect(bars[BARS / 2 + 2]).toBeLessThan(bars[BARS - 3] ?? 0)
  })
})

describe('a voice message', () => {
  it('says how long it is before it is played', async () => {
    draw('length')
    expect(screen.getByText('–:––')).toBeTruthy()
    expect(await screen.findByText('0:08')).toBeTruthy()
    expect(slider().disabled).toBe(false)
  })

  it('is sought by pointer and keys before and while it plays', async () => {
    draw('seek', '/media/seek.mp3', 60)
    fireEvent.change(slider(), { target: { value: '30' } })
    expect(screen.getByText('0:30')).toBeTruthy()
    const at = (key: string): number => {
      fireEvent.keyDown(slider(), { key })
      return slider().valueAsNumber
    }
    expect([at('ArrowRight'), at('ArrowLeft'), at('PageUp'), at('Home'), at('End'), at('PageDown')]).toEqual([
      35, 30, 36, 0, 60, 54,
    ])
    // Played on from there: the deck begins where it was left.
    act(() => useAudioDeck.setState({ current: 'other', left: { seek: 12 } }))
    expect(slider().valueAsNumber).toBe(12)
  })
})

/**
 * The one player of voice messages: one sounds at a time, it plays on while its bubble is scrolled away, and the next
 * voice message of the thread follows by itself. Positions are kept while the window is open.
 */

import { setPreferences, usePreferences } from '@/stores/preferences'
import { atSessionEnd, createSessionStore } from '@/stores/session-end'

export const RATES = [1, 1.5, 2] as const
export type Rate = (typeof RATES)[number]

interface Deck {
  /** Id of the message in the player; null when none is. */
  current: string | null
  playing: boolean
  failed: boolean
  /** Seconds. */
  position: number
  /** Seconds; 0 while unknown. */
  duration: number
  /** Seconds at which voice messages that are not in the player were left, by id. */
  left: Readonly<Record<string, number>>
}

export const useAudioDeck = createSessionStore<Deck>('audio deck', () => ({
  current: null,
  playing: false,
  failed: false,
  position: 0,
  duration: 0,
  left: {},
}))

export interface Track {
  id: string
  url: string
}

let audio: HTMLAudioElement | null = null
let next: ((id: string) => Track | null) | null = null

const set = useAudioDeck.setState

function leave(id: string, seconds: number): void {
  const { [id]: _before, ...others } = useAudioDeck.getState().left
  set({ left: seconds > 0 ? { ...others, [id]: seconds } : others })
}

function element(): HTMLAudioElement {
  if (audio) return audio
  const made = new Audio()
  made.preload = 'metadata'
  made.addEventListener('timeupdate', () => set({ position: made.currentTime }))
  made.addEventListener('durationchange', () => {
    if (Number.isFinite(made.duration)) set({ duration: made.duration })
  })
  made.addEventListener('pause', () => set({ playing: false }))
  made.addEventListener('playing', () => set({ playing: true, failed: false }))
  made.addEventListener('error', () => set({ playing: false, failed: true }))
  made.addEventListener('ended', () => {
    const { current } = useAudioDeck.getState()
    if (current) leave(current, 0)
    const follower = current ? next?.(current) : null
    if (follower) play(follower)
    else set({ playing: false, position: 0 })
  })
  audio = made
  return made
}

/** Says which voice message follows which; the open thread does. Answers how to stop. */
export function onTrackEnd(find: (id: string) => Track | null): () => void {
  next = find
  return () => {
    if (next === find) next = null
  }
}

/** Plays a voice message from where it was left. */
export function play(track: Track): void {
  const player = element()
  const { current, position } = useAudioDeck.getState()
  if (current !== track.id) {
    if (current) leave(current, position)
    player.src = track.url
    const start = useAudioDeck.getState().left[track.id] ?? 0
    set({ current: track.id, position: start, duration: 0, failed: false })
    if (start > 0) player.currentTime = start
  }
  const { audioRate, volume } = usePreferences.getState()
  player.playbackRate = audioRate
  player.volume = volume
  player.play().catch(() => {
    // The element's own error event says why; an interrupted play (another track, pause) is no failure.
    set({ playing: false })
  })
}

export const pause = (): void => audio?.pause()

/** Takes one out of the player: its file is about to go, or somebody wants to be heard instead. */
export function stop(id?: string): void {
  const { current } = useAudioDeck.getState()
  if (!audio || current === null || (id !== undefined && id !== current)) return
  audio.pause()
  audio.removeAttribute('src')
  audio.load()
  leave(current, 0)
  set({ current: null, playing: false, failed: false, position: 0, duration: 0 })
}

atSessionEnd('audio player', () => {
  next = null
  audio?.pause()
  audio?.removeAttribute('src')
})

/** Plays or pauses; the Space key of a focused voice message. */
export function toggle(track: Track): void {
  const { current, playing } = useAudioDeck.getState()
  if (current === track.id && playing) pause()
  else play(track)
}

/** Moves to a second of a voice message; one that is not in the player starts there when it is played. */
export function seek(id: string, seconds: number): void {
  const { current } = useAudioDeck.getState()
  leave(id, seconds)
  if (current !== id || !audio) return
  audio.currentTime = seconds
  set({ position: seconds })
}

/** 1x, 1.5x, 2x and round again; remembered in the preferences. */
export function nextRate(): void {
  const { audioRate } = usePreferences.getState()
  const rate = RATES[(RATES.indexOf(audioRate) + 1) % RATES.length] ?? 1
  if (audio) audio.playbackRate = rate
  void setPreferences({ audioRate: rate })
}

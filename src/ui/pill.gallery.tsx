import type { GalleryPiece } from './gallery-piece'
import { Pill, type PillTone, WaitingPill } from './pill'

const TONES: readonly PillTone[] = ['neutral', 'accent', 'success', 'warning', 'error', 'info', 'note']

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'Pill',
    about: 'A short state in words. Never colour alone.',
    show: () => (
      <>
        {TONES.map(tone => (
          <Pill key={tone} tone={tone}>
            {tone}
          </Pill>
        ))}
      </>
    ),
  },
  {
    name: 'WaitingPill',
    about: 'How long a customer has waited: within the target, close to it, past it.',
    show: () => (
      <>
        <WaitingPill level={1} text="2 min" label="Waiting for 2 minutes" />
        <WaitingPill level={2} text="9 min" label="Waiting for 9 minutes" />
        <WaitingPill level={3} text="1 h" label="Waiting for 1 hour" />
        <WaitingPill level={1} text="in 25 min" label="Answer due in 25 minutes" due />
        <WaitingPill level={2} text="in 3 min" label="Answer due in 3 minutes" due />
        <WaitingPill level={3} text="+1 h 05" label="Answer late by an hour" due />
      </>
    ),
  },
]

/** The copilot's form as consoles of any version send it. */
import type { AloneBars, BodyOut } from '../../src/contract'

export type SentForm = BodyOut<'copilot.saveSettings'>

/** What consoles of the first version did not know, as it is where it was never set. */
const LATER = {
  transcriptionBaseUrl: '',
  transcriptionModel: '',
  transcribesArrivals: false,
  embeddingBaseUrl: '',
  embeddingModel: '',
}
/** It proposes all. */
export const NO_BARS: AloneBars = { tag: null, queue: null, priority: null }

type Later = typeof LATER & { alone: typeof NO_BARS }
export type WholeForm = Omit<SentForm, keyof Later> & Later

/** A form with what it leaves out as it is kept. */
export function wholeForm(
  sent: SentForm,
  kept: (Partial<typeof LATER> & { alone?: Partial<typeof NO_BARS> }) | null,
): WholeForm {
  const names = Object.keys(LATER) as (keyof typeof LATER)[]
  const later = Object.fromEntries(names.map(name => [name, sent[name] ?? kept?.[name] ?? LATER[name]]))
  return {
    ...sent,
    ...(later as typeof LATER),
    alone: sent.alone ?? { ...NO_BARS, ...kept?.alone },
  }
}

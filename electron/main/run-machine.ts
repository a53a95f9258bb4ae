/**
 * Runs a pure state machine. The machine returns what follows from an event as data; the runner keeps the state and hands
 * each effect to the code that carries it out.
 */

/** What a machine answers to an event: the next state and what is to be done, in this order. */
export interface Step<State, Effect> {
  state: State
  effects: readonly Effect[]
}

export interface Machine<State, Event> {
  state(): State
  /**
   * Hands an event to the machine and carries out what follows. An event that an effect causes while it is carried out
   * waits until every effect of the present one is done, so no effect ever sees a half-made change.
   */
  send(event: Event): void
}

/**
 * @param perform carries out one effect; what takes time answers later with an event of its own.
 * @param onError gets what `perform` throws: one effect that fails must not keep back the others.
 */
export function runMachine<State, Event, Effect>(machine: {
  initial: State
  step: (state: State, event: Event) => Step<State, Effect>
  perform: (effect: Effect) => void
  onError: (effect: Effect, error: unknown) => void
}): Machine<State, Event> {
  let state = machine.initial
  let running = false
  const queue: Event[] = []
  const take = (event: Event) => {
    const next = machine.step(state, event)
    state = next.state
    for (const effect of next.effects) {
      try {
        machine.perform(effect)
      } catch (error) {
        machine.onError(effect, error)
      }
    }
  }
  return {
    state: () => state,
    send(event) {
      if (running) {
        queue.push(event)
        return
      }
      running = true
      try {
        for (let next: Event | undefined = event; next !== undefined; next = queue.shift()) take(next)
      } finally {
        running = false
      }
    },
  }
}

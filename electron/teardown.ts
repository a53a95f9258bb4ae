/** What was begun and has to be ended. */
export interface Teardown {
  /** Is done at the end; the newest first. @param what names it where it fails. */
  add(what: string, work: () => unknown): void
  /** Ends all of it, one after the other. Never rejects: what fails holds up nothing that follows. */
  run(): Promise<void>
}

/** Makes one. @param failed called with what was not ended properly. */
export function createTeardown(failed: (what: string, error: unknown) => void): Teardown {
  const works: { what: string; work: () => unknown }[] = []
  return {
    add: (what, work) => void works.push({ what, work }),
    async run() {
      for (const { what, work } of works.splice(0).reverse()) {
        try {
          await work()
        } catch (error) {
          failed(what, error)
        }
      }
    },
  }
}

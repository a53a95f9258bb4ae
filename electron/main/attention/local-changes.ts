/** Which tickets a window of ours changes or makes: what the server then tells of them is not notified. */

/** @param tell gets the ticket's id. */
export function createLocalChanges(tell: (ticketId: number) => void): {
  /** A call is going out. @param path below the API base. */
  going(method: string, path: string): void
  /** Its answer has come. */
  came(method: string, path: string, answer: Response): void
} {
  return {
    going(method, path) {
      const id = /^\/tickets\/(\d+)$/.exec(path)?.[1]
      if (id && method === 'PUT') tell(Number(id))
    },
    came(method, path, answer) {
      if (method !== 'POST' || !/^\/tickets\/?$/.test(path) || !answer.ok || !answer.body) return
      answer
        .clone()
        .json()
        .then(
          (body: unknown) => {
            const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : null
            if (typeof id === 'number') tell(id)
          },
          () => undefined,
        )
    },
  }
}

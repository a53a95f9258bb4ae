/** What is used here of Node's built-in SQLite (Node 22.16 and newer), which @types/node of Node 20 does not know. */
declare module 'node:sqlite' {
  export class StatementSync {
    private constructor()
    all(...args: unknown[]): unknown[]
    run(...args: unknown[]): { changes: bigint | number; lastInsertRowid: bigint | number }
    columns(): { name: string; type: string | null }[]
    setReadBigInts(on: boolean): void
    setReturnArrays(on: boolean): void
  }

  export class DatabaseSync {
    constructor(file: string, options?: { timeout?: number })
    readonly isOpen: boolean
    readonly isTransaction: boolean
    prepare(sql: string): StatementSync
    exec(sql: string): void
    function(
      name: string,
      options: { deterministic: boolean },
      work: (a: Uint8Array, b: Uint8Array) => number,
    ): void
    close(): void
  }
}

export const SENTINEL: string
export const FUSES: Readonly<Record<string, boolean>>
export const BUILDERS: readonly string[]
export function fusesIn(program: string): Promise<Record<string, boolean>>
export function setOwnFuses(program: string): Promise<void>

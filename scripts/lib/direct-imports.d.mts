import type { Plugin } from 'vite'

type Names = Map<string, { from: string; name: string }>

/** Where the names of an index come from that it only passes on. `room`: its folder below src. */
export function passedOn(text: string, room: string): Names
/** A module with its imports from indexes led to the files that have the names; null where it has none. */
export function leadOn(code: string, indexOf: (room: string) => Names): string | null
export function directImports(): Plugin

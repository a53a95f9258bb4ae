export function writeLicences(target: string): number

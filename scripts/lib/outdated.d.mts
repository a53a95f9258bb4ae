export function outdated(root: string, outputs: string[], sources: string[]): 'missing' | 'older' | null

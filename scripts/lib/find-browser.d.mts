export function findBrowser(env?: NodeJS.ProcessEnv, platform?: NodeJS.Platform): string | null
export function browserName(path: string): string

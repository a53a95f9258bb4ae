export function npmRegistry(env?: NodeJS.ProcessEnv, ask?: () => string): string

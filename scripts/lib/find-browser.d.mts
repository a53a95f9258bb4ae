export function findBrowser(env?: NodeJS.ProcessEnv, platform?: NodeJS.Platform): string | null
export function browserName(path: string): string
/** What tests drive: Chromium's headless part where it is installed, else any browser, else the one npm brings; null where there is none. */
export function findTestBrowser(env?: NodeJS.ProcessEnv): string | null

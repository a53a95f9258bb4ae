/** Chromium's headless shell out of an npm package, unpacked at the first call; null where there is none. */
export function packedBrowser(platform?: NodeJS.Platform, arch?: string): string | null

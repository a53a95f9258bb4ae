export function nativePackage(system: string, processor: string): string
export function beforePack(context: {
  electronPlatformName: string
  arch: number
  packager: { projectDir: string }
}): Promise<'libsql' | 'node'>

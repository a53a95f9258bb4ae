export function packageOf(specifier: string): string
export function importedPackages(folders: string[]): Set<string>
export function neededPackages(root: string, names: Iterable<string>): Set<string>
export function productionPackages(root: string): Set<string>
export function leftOut(root: string): string[]

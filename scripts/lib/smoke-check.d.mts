export function startProblems(log: string): string[]
export function launch(run: {
  program: string
  args: string[]
  dataDir: string
  limitMs: number
  livesMs: number
}): Promise<void>

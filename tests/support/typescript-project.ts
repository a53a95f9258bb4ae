/** The sources as the compiler understands them: for tests that have to know what a name is. */
import type { SourceFile } from 'typescript/unstable/ast'
import { API, type Project } from 'typescript/unstable/sync'

/**
 * @param config a tsconfig.json.
 * @param isLookedAt says of a file whether it is.
 * @param look is done before the compiler ends.
 */
export function withProject<T>(
  config: string,
  isLookedAt: (file: string) => boolean,
  look: (sources: readonly SourceFile[], project: Project) => T,
): T {
  const api = new API({ cwd: process.cwd() })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`no project ${config}`)
    const files = project.program.getSourceFileNames().filter(isLookedAt)
    return look(
      files.flatMap(name => project.program.getSourceFile(name) ?? []),
      project,
    )
  } finally {
    api.close()
  }
}

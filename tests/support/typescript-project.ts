/** The sources as the compiler understands them: for tests that have to know what a name is. */
import type { SourceFile } from 'typescript/unstable/ast'
import { API, type Project } from 'typescript/unstable/sync'

/** One compiler for all that ask in this process: what it has read and checked of a project once, it knows. */
let compiler: API | undefined
const opened = new Map<string, Project>()

function projectOf(config: string): Project {
  const known = opened.get(config)
  if (known) return known
  if (!compiler) {
    compiler = new API({ cwd: process.cwd() })
    process.once('exit', () => compiler?.close())
  }
  const project = compiler.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (!project) throw new Error(`no project ${config}`)
  opened.set(config, project)
  return project
}

/**
 * @param config a tsconfig.json whose files stay as they are.
 * @param isLookedAt says of a file whether it is.
 */
export function withProject<T>(
  config: string,
  isLookedAt: (file: string) => boolean,
  look: (sources: readonly SourceFile[], project: Project) => T,
): T {
  const project = projectOf(config)
  const files = project.program.getSourceFileNames().filter(isLookedAt)
  return look(
    files.flatMap(name => project.program.getSourceFile(name) ?? []),
    project,
  )
}

import { spawn } from 'node:child_process'
import { happened, say } from './bus'
import { driven } from './environment'
import { refusing } from './refusing'

function openWithDesktop(target: string): void {
  if (driven) return
  const [command, ...args] =
    process.platform === 'win32'
      ? ['explorer.exe', target]
      : [process.platform === 'darwin' ? 'open' : 'xdg-open', target]
  const child = spawn(command as string, args, { stdio: 'ignore', detached: true })
  child.once('error', () => say(`open ${target} yourself: this system has no ${command}`))
  child.unref()
}

export const shell = refusing('shell', {
  async openExternal(url: string, options?: unknown): Promise<void> {
    happened('open-external', { url, options: options ?? null })
    openWithDesktop(url)
  },
  async openPath(path: string): Promise<string> {
    happened('open-path', { path })
    openWithDesktop(path)
    return ''
  },
  showItemInFolder(path: string): void {
    happened('show-item', { path })
  },
  beep(): void {
    happened('beep')
  },
})

let copied = ''

export const clipboard = refusing('clipboard', {
  readText: async (): Promise<string> => copied,
  async writeText(text: string): Promise<void> {
    copied = text
    happened('clipboard', { text })
  },
  has: async (mimetype: string): Promise<boolean> => mimetype === 'text/plain' && copied !== '',
  clear(): void {
    copied = ''
  },
})

export const crashReporter = refusing('crashReporter', {
  start: (options: { uploadToServer?: boolean }): void =>
    happened('crash-reporter', { uploadToServer: options.uploadToServer !== false }),
})

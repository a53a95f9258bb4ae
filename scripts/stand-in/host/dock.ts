import { happened } from './bus'
import { describeMenu, type MenuHost } from './menu'
import { imageName } from './native-image'
import { refusing } from './refusing'

/** Electron's Dock (macOS), recorded. */
export class DockHost {
  private badge = ''
  private visible = true

  bounce(kind = 'informational'): number {
    happened('dock-bounce', { kind })
    return 1
  }

  setBadge(text: string): void {
    this.badge = text
    happened('dock-badge', { text })
  }

  getBadge = (): string => this.badge

  setMenu(menu: MenuHost): void {
    happened('dock-menu', { items: describeMenu(menu) })
  }

  setIcon(icon: unknown): void {
    happened('dock-icon', { icon: imageName(icon) })
  }

  async show(): Promise<void> {
    this.visible = true
  }

  hide(): void {
    this.visible = false
  }

  isVisible = (): boolean => this.visible
}

const switches = new Map<string, string>()
/** Electron's app.commandLine: switches main appended, and those of this start. */
export const commandLine = refusing('app.commandLine', {
  appendSwitch: (name: string, value = ''): void => void switches.set(name, value),
  hasSwitch: (name: string): boolean =>
    switches.has(name) || process.argv.some(one => one === `--${name}` || one.startsWith(`--${name}=`)),
})

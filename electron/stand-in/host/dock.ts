import { happened } from './bus'
import { describeMenu, type MenuHost } from './menu'
import { imageName } from './native-image'
import { refusing } from './refusing'

/** Electron's Dock (macOS), recorded. */
export class DockHost {
  private menu: MenuHost | null = null
  private badge = ''
  private visible = true

  bounce(kind = 'informational'): number {
    happened('dock-bounce', { kind })
    return 1
  }

  cancelBounce(): void {}
  downloadFinished(): void {}

  setBadge(text: string): void {
    this.badge = text
    happened('dock-badge', { text })
  }

  getBadge = (): string => this.badge

  setMenu(menu: MenuHost): void {
    this.menu = menu
    happened('dock-menu', { items: describeMenu(menu) })
  }

  getMenu = (): MenuHost | null => this.menu

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
  appendArgument: (_value: string): void => undefined,
  hasSwitch: (name: string): boolean =>
    switches.has(name) || process.argv.some(one => one === `--${name}` || one.startsWith(`--${name}=`)),
  getSwitchValue(name: string): string {
    const given = process.argv.find(one => one.startsWith(`--${name}=`))
    return switches.get(name) ?? given?.slice(name.length + 3) ?? ''
  },
  removeSwitch: (name: string): void => void switches.delete(name),
})

import type { TurnoBridge } from './contract/bridge'

declare global {
  interface Window {
    /** Put there by the preload of the window; absent when the page is opened in a plain browser. */
    readonly turno: TurnoBridge
  }
}

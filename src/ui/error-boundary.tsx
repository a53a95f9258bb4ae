import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ErrorState } from './states'

export interface ErrorBoundaryProps {
  title: string
  text?: string
  /** Words on the button. */
  reloadLabel: string
  /** What the button does besides drawing the part again; for the outermost boundary: reload the window. */
  onReload?: () => void
  /** Where the failure is written down. */
  onError?: (error: unknown, componentStack: string) => void
  /** When it changes (a route, a ticket id) the part is tried again. */
  resetKey?: string | number
  children: ReactNode
}

interface State {
  failed: boolean
  key: string | number | undefined
}

/** Keeps the failure of one part from taking the screen with it: never a white screen, always a way on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, key: this.props.resetKey }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): Partial<State> | null {
    return props.resetKey === state.key ? null : { failed: false, key: props.resetKey }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onError?.(error, info.componentStack ?? '')
  }

  private readonly again = (): void => {
    this.setState({ failed: false })
    this.props.onReload?.()
  }

  override render(): ReactNode {
    const { title, text, reloadLabel, children } = this.props
    if (!this.state.failed) return children
    return <ErrorState title={title} text={text} retryLabel={reloadLabel} onRetry={this.again} />
  }
}

import { Component, type ReactNode } from 'react'

type Props = { readonly children: ReactNode; readonly instead: (again: () => void) => ReactNode }

/** Catches a render error of one page, so that the rest of the app keeps working. */
export class PageBoundary extends Component<Props, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    return this.state.isBroken ? this.props.instead(() => this.setState({ isBroken: false })) : this.props.children
  }
}

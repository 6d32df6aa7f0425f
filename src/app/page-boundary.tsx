import { Component, type ReactNode } from 'react'

type Props = { readonly children: ReactNode; readonly instead: (again: () => void) => ReactNode }

/** A page that breaks takes nothing else down with it. */
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

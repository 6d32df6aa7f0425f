import type { ComponentType } from 'react'

export type Tab = 'home' | 'spot' | 'contracts' | 'finance' | 'assets'

/** One screen of the product. */
export type Route = {
  readonly path: string
  /** Its code comes when it is gone to. */
  readonly page: () => Promise<ComponentType>
  /** The key of its title, in a file of words that comes with the page: `spot:titles.trade`. */
  readonly title: string
  /** The locale files it speaks from, brought along with it. */
  readonly namespaces: readonly string[]
  /** The tab that is lit, and shown, on this page. */
  readonly tab?: Tab
  readonly needsLogin?: true
  /** Pulling it down refreshes it. */
  readonly pull?: true
}

import type { TabSection } from '#contract/wire/tabs.ts'
import type { ComponentType } from 'react'

/** One screen of the product. */
export type Route = {
  readonly path: string
  /** Loads the code of the page. */
  readonly page: () => Promise<ComponentType>
  /** Key of the title in one of the page's locale files: `spot:titles.trade`. */
  readonly title: string
  /** The locale files of the page, loaded with it. */
  readonly namespaces: readonly string[]
  /** The tab that is marked on this page; the tab bar is shown only if it has that one. */
  readonly tab?: TabSection
  readonly needsLogin?: true
  /** The page can be refreshed by pulling it down. */
  readonly pull?: true
}

type Shared = Omit<Route, 'path' | 'title' | 'page'>
/** Makes routes that have this in common; a single one may have more. */
export const routesLike =
  (shared: Shared) =>
  (path: string, title: string, page: Route['page'], more?: Partial<Shared>): Route => ({
    ...shared,
    path,
    title,
    page,
    ...more,
  })

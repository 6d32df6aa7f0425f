import type { Route } from '#src/lib/route.ts'
import { announced } from './not-open.ts'

const notOpenPage = async () => (await import('./not-open-page.tsx')).NotOpenPage

/** Routes for all paths that are not open yet. */
export const notOpenAmong = (open: readonly Pick<Route, 'path'>[]): readonly Route[] =>
  announced
    .filter(({ path }) => open.every((route) => route.path !== path))
    .map(({ path, title, tab }): Route => ({
      path, title: `not-open:titles.${title}`, namespaces: ['not-open'], needsLogin: true, ...(tab && { tab }),
      page: notOpenPage,
    }))

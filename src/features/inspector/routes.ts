import type { Route } from '#src/lib/route.ts'

/** The machines on view, for developers: in production it opens only if the venue says so. */
export const inspectorRoutes: readonly Route[] = [
  {
    path: '/inspector',
    title: 'inspector:titles.page',
    namespaces: ['inspector', 'refusals'],
    page: async () => (await import('./inspector-page.tsx')).InspectorPage,
  },
  {
    path: '/inspector/gallery',
    title: 'inspector:titles.gallery',
    namespaces: ['inspector', 'refusals'],
    page: async () => (await import('./inspector-page.tsx')).GalleryPage,
  },
]

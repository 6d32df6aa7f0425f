import { registerHooks } from 'node:module'

/** Only Vite knows `import.meta.env`; here the client is served at the root. */
const isBasePath = (url: string) => url.endsWith('/src/lib/below-base.ts')
registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    return isBasePath(url)
      ? { ...loaded, source: String(loaded.source).replaceAll('import.meta.env.BASE_URL', `'/'`) }
      : loaded
  },
})
await import('#tests/proof/world/run.ts')

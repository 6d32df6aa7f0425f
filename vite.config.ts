import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { createChunks } from './scripts/chunks.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const given = process.env['BASE_PATH'] ?? '/'
const base = given.endsWith('/') ? given : `${given}/`
const engine = at('./src/app/engine.ts')
const chunkOf = createChunks(at('./src/main.tsx'), engine)

/** What every trading page shows, and no other. */
const trading = /[\\/]parts[\\/](?:chart[\\/](?!depth|indicator)|trade[\\/](?:order-book|group-book|deals-list|pair-picker|market-head)\.)|[\\/]ui[\\/]chart|react-window/

/** No page stands without the engine: it is asked for by the page itself, not by the first script once that has come. */
const earlyEngine: Plugin = {
  name: 'early-engine',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const made = Object.values(bundle).find((chunk) => chunk.type === 'chunk' && chunk.facadeModuleId === engine)
      const files = made?.type === 'chunk' ? [made.fileName, ...made.imports].filter((file) => !html.includes(file)) : []
      return files.map((file) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `${base}${file}` }, injectTo: 'head' as const }))
    },
  },
}

/** The app is served under this base path; its routes live in the hash. */
export default defineConfig({
  base,
  plugins: [react(), earlyEngine],
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: (id, known) => chunkOf(id, (each) => known.getModuleInfo(each)), debugName: 'always', priority: 1 },
            // The mark of balances is on many pages, but on none of the chat, which loads the kit too.
            { name: 'kit', test: /[\\/](?:src[\\/](?!parts[\\/]balance\.)|node_modules[\\/])/, minShareCount: 14 },
            { name: 'trading', test: trading, minShareCount: 2 },
          ],
        },
      },
    },
  },
})

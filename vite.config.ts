import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { createChunks, createShared } from './scripts/chunks.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const given = process.env['BASE_PATH'] ?? '/'
const base = given.endsWith('/') ? given : `${given}/`
const engine = at('./src/app/engine.ts')
const chunkOf = createChunks(at('./src/main.tsx'), engine)

const feature = (file: string) => at(`./src/features/${file}`)
/** What the page of most visits shows. */
const ofHome = createShared([feature('home/home-page.tsx')])
/** What the pages with a ticket share. */
const ofTickets = createShared([feature('spot/trade-page.tsx'), feature('lever/lever-page.tsx')], 2)
/** What pages with amounts share, which are no trading pages and stay small. */
const ofAmounts = createShared([feature('wallet/flash-page.tsx'), feature('assets/transfer-page.tsx')])
/** Texts of what every page may show, and what the page without a network says: one file for a language. */
const firstTexts = /[\\/]locales[\\/](\w+)[\\/](?:shell|ui|market|installed)\.json$/

/** What pages show, without what contracts, machines and streams share. The mark of balances is on many pages, but on none of the chat, which loads the kit too. */
const balance = /[\\/]parts[\\/]balance\./
const isKit = (id: string) => /[\\/](?:src|machines|node_modules)[\\/]/.test(id) && !balance.test(id)
const isShown = (id: string) => /[\\/](?:src|node_modules)[\\/]/.test(id) && !balance.test(id)

/** What every trading page shows, and no other. */
const trading = /[\\/]parts[\\/](?:chart[\\/](?!depth|indicator)|trade[\\/](?:order-book|book-painter|group-book|paint|deals-list|deals-painter|live-price|pair-picker|market-head)\.)|[\\/]ui[\\/]chart|react-window/

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

/**
 * The first style sheet comes beside what index.html shows by itself and does not hold it up: for another medium until the first script
 * (src/app/boot/first-styles.ts) takes it into use, and asked for before any script.
 */
const lateStyles: Plugin = {
  name: 'late-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
      const bare = sheets.reduce((rest, sheet) => rest.replace(sheet, ''), html)
      return bare.replace('<script ', `${sheets.map((sheet) => sheet.replace('<link ', '<link media="print" fetchpriority="high" ')).join('')}<script `)
    },
  },
}

/** The app is served under this base path; its routes live in the hash. */
export default defineConfig({
  base,
  plugins: [react(), earlyEngine, lateStyles],
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
            { name: (id) => firstTexts.exec(id)?.[1]?.replace(/^/, 'texts-') ?? null, debugName: 'texts' },
            { name: (id, known) => (ofHome(id, (each) => known.getModuleInfo(each)) ? 'first' : null), debugName: 'first', minShareCount: 5 },
            { name: 'kit', test: isKit, minShareCount: 14 },
            { name: 'trading', test: trading, minShareCount: 2 },
            { name: (id, known) => {
                const lookUp = (each: string) => known.getModuleInfo(each)
                return isShown(id) && ofTickets(id, lookUp) && !ofAmounts(id, lookUp) ? 'ticket' : null
              }, debugName: 'ticket', minShareCount: 2 },
          ],
        },
      },
    },
  },
})

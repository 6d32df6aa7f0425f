import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { createChunks, createShared, createWhole } from './scripts/client/chunks.ts'
import { looksPlugin } from './scripts/client/looks.ts'
import { made, terseContract } from './scripts/client/made.ts'
import { withWholeWords } from './scripts/client/thai-lines.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const given = process.env['BASE_PATH'] ?? '/'
const base = given.endsWith('/') ? given : `${given}/`
const engine = at('./src/app/engine.ts')
const feature = (file: string) => at(`./src/features/${file}`)
/** What the page of most visits shows, of which others show most too. */
const ofHome = createShared([feature('home/home-page.tsx')])
const ofOthers = createShared(
  ['spot/trade-page.tsx', 'session/login-page.tsx', 'assets/assets-page.tsx', 'news/notices-page.tsx'].map(feature),
)
/** Small parts of many pages, which as files of their own would cost those pages more than they weigh. */
const small = [
  /[\\/]ui[\\/](?:slider\.module|menu-sheet|menu-list)\./,
  /[\\/]lib[\\/](?:personal|use-debounced)\./,
  /[\\/]update-offer\.module\.css$/,
]
const chunkOf = createChunks(
  at('./src/main.tsx'),
  engine,
  (id, lookUp) => small.some((each) => each.test(id)) || (ofHome(id, lookUp) && ofOthers(id, lookUp)),
)
/** What comes with a login: the caller's own streams and the outbox. */
const isOwn = createWhole(['./streams/own-parts.ts', './src/actors/outbox.actors.ts'].map(at))
/** What the pages with a ticket or a chart share. */
const ofTrading = createShared(
  [feature('spot/trade-page.tsx'), feature('lever/lever-page.tsx'), feature('market/kline-page.tsx')],
  2,
)
/** What the ticket has in common with its parts that come later. */
const ofTicket = /[\\/](?:spot[\\/]ticket\.module\.css|trigger[\\/]trigger-terms\.ts)$/
/** What pages with amounts share, which are no trading pages and stay small. */
const ofAmounts = createShared([feature('wallet/flash-page.tsx'), feature('assets/transfer-page.tsx')])
/** What pages with prices share, which are no trading pages either. */
const ofPrices = createShared([feature('otc/centre-page.tsx'), feature('alert/alerts-page.tsx')])
const ofOrders = createShared([feature('otc/order-page.tsx'), feature('finance/hosting-orders-page.tsx')])
const ofSteps = createShared([feature('otc/order-page.tsx'), feature('otc/advert-page.tsx')])
/** The chart itself, which comes once one is shown. */
const isChart = createWhole(['./src/parts/chart/chart-canvas.tsx', './src/parts/chart/own-list.tsx'].map(at))
/** The bell of the first page, which comes once that stands. */
const isBell = createWhole([at('./src/parts/notifications/bell.tsx')])
/** What a page of the chart shows without it. */
const ofTickets = createShared([feature('spot/trade-page.tsx'), feature('lever/lever-page.tsx')])
/** What the pages share with which one comes in, and not what others show too. */
const ofDoors = createShared(
  ['login', 'register', 'forgot'].map((page) => feature(`session/${page}-page.tsx`)),
  2,
)
const ofAccount = createShared(
  ['account/security-page.tsx', 'account/account-page.tsx', 'wallet/withdraw-bank-page.tsx'].map(feature),
)
/** What is typed in to prove who one is, and what a device proves by itself; most pages do without it. */
const isWholeCode = createWhole(
  ['./src/parts/form/checks.ts', './src/parts/form/code-field.tsx', './src/parts/form/form-shell.tsx'].map(at),
)
/** The call by which every page asks for an outcome is one of these. */
const isSessionCall = /[\\/]contract[\\/]session[\\/]session\./
const isCode: typeof isWholeCode = (id, lookUp) => !isSessionCall.test(id) && isWholeCode(id, lookUp)
/** A form that moves money, and what lists follow one by one: of many pages, but not of the rooms of chat. */
const forms = [
  'machines/kit/follow',
  'src/actors/watch.actors',
  'src/actors/use-followed',
  'src/actors/use-quote',
  'src/actors/quote.actors',
  'src/parts/entry',
  'src/parts/form/gate',
  'src/parts/form/gate-line',
  'src/parts/form/gate.module.css',
  'src/parts/form/kyc-level',
  'src/parts/form/money-form',
  'src/parts/form/money-shell',
  'src/parts/form/money-field',
  'src/parts/form/payee-path',
  'src/parts/form/use-gate',
  'src/parts/form/use-methods',
  'src/parts/balance',
  'src/parts/lock-banner',
  'src/parts/money/use-free',
  'src/actors/use-locks',
  'src/parts/use-pair-price',
  'src/parts/trade/order-words',
  'src/ui/section',
  'src/ui/slider',
]
const formFiles = new Set(forms.flatMap((name) => [at(`./${name}.ts`), at(`./${name}.tsx`)]))
const isForm = (id: string) => formFiles.has(id)
const isPasskey =
  /[\\/](?:contract[\\/](?:session[\\/]recovery|account[\\/]passkey)|lib[\\/]passkey[\\/](?:ceremony|support))\./
/** How a message reads, in a list as in a room. */
const isSaid = /[\\/]features[\\/]chat[\\/](?:teaser|words|text-length|rich-text)\.tsx?$|[\\/]lib[\\/]format-bytes\./
/** What the app takes up once its first page stands: in one file. */
const isLater = createWhole(['./src/app/person.ts', './src/app/installed.tsx', './src/app/brand.ts'].map(at))
/** Texts of what every page may show, and what the page without a network says: one file for a language. */
const firstTexts = /[\\/]locales[\\/](\w+)[\\/](?:shell|ui|market|installed)\.json$|[\\/]app[\\/]texts[\\/](\w+)\.ts$/

/** Of lists that nobody sees before they open them. */
const isFilter = /[\\/](?:parts[\\/]money[\\/](?:day-)?filter|lib[\\/]days)\./
/** With these would come all of that. */
const isCheck = /[\\/]parts[\\/]form[\\/](?:checks|code-field)\./
/** What pages show, without what contracts, machines and streams share. */
const isKit = (id: string) =>
  (/[\\/](?:src|machines|node_modules)[\\/]/.test(id) && !isFilter.test(id) && !isForm(id) && !isCheck.test(id)) ||
  isSessionCall.test(id)
const isText = /[\\/]locales[\\/]/

/**
 * No page stands without the engine: it is asked for by the page itself, not by the first script once that has come.
 */
const earlyEngine: Plugin = {
  name: 'early-engine',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const made = Object.values(bundle).find((chunk) => chunk.type === 'chunk' && chunk.moduleIds.includes(engine))
      const files =
        made?.type === 'chunk' ? [made.fileName, ...made.imports].filter((file) => !html.includes(file)) : []
      return files.map((file) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `${base}${file}` },
        injectTo: 'head' as const,
      }))
    },
  },
}

/**
 * The first style sheet comes beside what index.html shows by itself and does not hold it up: for another medium until
 * the first script
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
      return bare.replace(
        '<script ',
        `${sheets.map((sheet) => sheet.replace('<link ', '<link media="print" fetchpriority="high" ')).join('')}<script `,
      )
    },
  },
}

/**
 * The files stay as they are written, read by the venue and searched in; only what the app shows keeps its words whole.
 */
const thaiLines: Plugin = {
  name: 'thai-lines',
  enforce: 'pre',
  transform: (code, id) => (/[\\/]locales[\\/]th[\\/]\w+\.json$/.test(id) ? withWholeWords(code) : null),
}

/** The app is served under this base path; its routes live in the hash. */
export default defineConfig({
  base,
  plugins: [react(), looksPlugin, made, terseContract, thaiLines, earlyEngine, lateStyles],
  // rxjs as it is written, with classes: without this it is the older form, longer and with helpers of its own.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    // What every page has loaded before is not asked for again beside it.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => !/[\\/](?:frame|ground|rolldown-runtime)-/.test(file)),
    },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // Seven characters tell the builds of one file apart; the table of files comes with every page, and packs best
        // with these.
        hashCharacters: 'hex',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: (id, known) => chunkOf(id, (each) => known.getModuleInfo(each)), debugName: 'always', priority: 1 },
            {
              name: (id) => {
                const [, ofText, ofIndex] = firstTexts.exec(id) ?? []
                return ofText === undefined && ofIndex === undefined ? null : `texts-${ofText ?? ofIndex}`
              },
              debugName: 'texts',
            },
            { name: (id, known) => (isOwn(id, (each) => known.getModuleInfo(each)) ? 'own' : null), debugName: 'own' },
            { name: 'kit', test: isKit, minShareCount: 14 },
            {
              name: (id, known) => {
                const lookUp = (each: string) => known.getModuleInfo(each)
                if (isText.test(id)) return null
                const isElsewhere = [ofAmounts, ofPrices, ofOrders, ofSteps].some((shared) => shared(id, lookUp))
                if (ofTicket.test(id) || (ofTrading(id, lookUp) && !isElsewhere)) return 'trading'
                if (isLater(id, lookUp)) return 'later'
                if (isBell(id, lookUp)) return 'bell'
                if (isChart(id, lookUp)) return ofTickets(id, lookUp) ? null : 'chart'
                if (isForm(id)) return 'form'
                if (isCode(id, lookUp)) return 'code'
                if (isPasskey.test(id)) return 'passkey'
                if (isSaid.test(id)) return 'said'
                return ofDoors(id, lookUp) && !ofAccount(id, lookUp) ? 'door' : null
              },
              debugName: 'parts',
            },
          ],
        },
      },
    },
  },
})

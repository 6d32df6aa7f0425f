import { languages, langOf } from '#contract/wire/languages.ts'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closure, type Manifest } from './sizes.ts'

/**
 * A page with which many visits begin: its paths, its module, and the namespaces of its texts beside those of every
 * page.
 */
type AheadPage = {
  readonly paths: readonly string[]
  readonly module: string
  readonly namespaces: readonly string[]
}

/** The login is the page of whoever is not logged in, whatever they ask for. */
export const loginPath = 'login'

/** Held equal to the table of routes by a test; the build itself cannot read that. */
export const aheadPages: readonly AheadPage[] = [
  { paths: ['/', '/pages/index/index'], module: 'src/features/home/home-page.tsx', namespaces: ['home'] },
  {
    paths: ['/pages/trade/index'],
    module: 'src/features/spot/trade-page.tsx',
    namespaces: ['spot', 'refusals', 'trades', 'trigger'],
  },
  { paths: [loginPath], module: 'src/features/session/login-page.tsx', namespaces: ['session', 'refusals'] },
]

/**
 * What `public/boot.js` reads: for each path the files to ask for, beside index.html, and the texts by language. `lang`
 * is that of whoever has chosen none.
 */
type Ahead = {
  readonly lang: string
  readonly pages: Readonly<
    Record<string, { readonly files: readonly string[]; readonly texts: Readonly<Record<string, readonly string[]>> }>
  >
}

/** The files of the pages in `aheadPages`, without those for which index.html asks itself. */
export const aheadOf = (manifest: Manifest, html: string): Ahead => {
  const filesOf = (key: string) =>
    [...closure(manifest, key)].flatMap((each) => [manifest[each]?.file ?? [], manifest[each]?.css ?? []].flat())
  const first = (of: string) => Object.keys(manifest).filter((key) => key.startsWith(`_texts-${of}-`))
  const entries = aheadPages.flatMap(({ paths, module, namespaces }) => {
    const files = [...new Set(filesOf(module))].filter((file) => !html.includes(file))
    const texts = Object.fromEntries(
      languages.map((of) => [
        of,
        [...first(of), ...namespaces.map((name) => `locales/${of}/${name}.json`)].flatMap(
          (key) => manifest[key]?.file ?? [],
        ),
      ]),
    )
    return paths.map((path) => [path, { files, texts }] as const)
  })
  return { lang: langOf(null), pages: Object.fromEntries(entries) }
}

/**
 * Gives `public/boot.js` a name that bears its content, as all other files of the page have: nothing is painted before
 * it, and a browser that has it need not ask.
 */
const nameBoot = (folder: string, html: string) => {
  const script = readFileSync(join(folder, 'boot.js'))
  const name = `assets/boot-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`
  writeFileSync(join(folder, name), script)
  rmSync(join(folder, 'boot.js'))
  return html.replace(/boot\.js"/, `${name}"`)
}

/** Writes what `public/boot.js` reads into the built index.html, before that script. */
export const writeAhead = (folder: string) => {
  const page = join(folder, 'index.html')
  const html = nameBoot(folder, readFileSync(page, 'utf8'))
  const ahead = aheadOf(JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')), html)
  // Names of files hold no `<`, so nothing in it ends the script early.
  writeFileSync(
    page,
    html.replace(
      '<script ',
      `<script type="application/json" id="ahead">${JSON.stringify(ahead)}</script>\n    <script `,
    ),
  )
}

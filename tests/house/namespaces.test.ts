import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { firstNamespaces } from '#src/app/i18n.ts'
import { routes } from '#src/app/routes.ts'
import { codeOf, filesIn } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

const namespaces = new Set(filesIn('locales/en', /\.json$/).map((file) => basename(file, '.json')))
/**
 * The locale files whose sentences a file says: by a hook that is given their names, or by a key that begins with one.
 */
const saidIn = (code: string): readonly string[] => {
  const hooked = [...code.matchAll(/useTranslation\(\s*(\[[^\]]*\]|'[^']*')/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => name),
  )
  const keyed = [...code.matchAll(/['"`]([a-z]+):[A-Za-z$]/g)].map(([, name = '']) => name)
  return [...new Set([...hooked, ...keyed])].filter((name) => namespaces.has(name))
}
/** What a file imports at once, as paths of files; what it imports later brings its own words. */
const eagerOf = (file: string): readonly string[] =>
  [...codeOf(file).matchAll(/^(?:import|export) (?!type\b)[^'";]*?from '([^']+)'/gm)]
    .map(([, from = '']) =>
      from.startsWith('#src/') ? from.slice(1) : from.startsWith('.') ? join(dirname(file), from) : '',
    )
    .filter((from) => /\.tsx?$/.test(from) && existsSync(from))

/** What a page is made of, though it is loaded by itself: without its words the whole page would wait. */
const parts: Readonly<Record<string, readonly string[]>> = {
  'src/app/contracts-page.tsx': ['src/features/lever/lever-page.tsx', 'src/features/option/option-panel.tsx'],
}

/** What waits for its words behind a Suspense of its own, so that the page stays as it is meanwhile. */
const apart = ['src/parts/trade/trade-keys.tsx', 'src/parts/form/gate.tsx', 'src/parts/asked-note.tsx']

/** The first page stays light: the sentences of failures come when one of them is to be said. */
const later: Readonly<Record<string, readonly string[]>> = { 'src/features/home/home-page.tsx': ['refusals'] }

/** Every locale file that a page needs to be shown whole, each with a file that says something of it. */
const neededBy = (page: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    if (apart.includes(file)) return
    for (const name of saidIn(codeOf(file))) if (!found.has(name)) found.set(name, file)
    for (const next of [...eagerOf(file), ...(parts[file] ?? [])]) visit(next)
  }
  visit(page)
  return found
}

const always: ReadonlySet<string> = new Set(firstNamespaces)
const pageOf = (route: (typeof routes)[number]) => /['"]\/(src\/[^'"]+)['"]/.exec(String(route.page))?.[1] ?? ''
/** What a page says and its route does not name, each with a file that says it. */
const forgotten = (page: string, named: readonly string[]) =>
  [...neededBy(page)]
    .filter(([name]) => !always.has(name) && !named.includes(name))
    .map(([name, file]) => `${name} for ${file}`)

test('PAGE-12 a route names every locale file that its page and the parts in it say something of; shell and ui are always there', () => {
  expect(new Set(routes.map(pageOf)).size).toBeGreaterThan(80)
  expect(
    routes.flatMap((route) =>
      forgotten(pageOf(route), [...route.namespaces, ...(later[pageOf(route)] ?? [])]).map(
        (what) => `${route.path}: ${what}`,
      ),
    ),
  ).toEqual([])
})
test('PAGE-12 the rule bites', () => {
  expect(
    saidIn(
      "const { t } = useTranslation(['otc', 'refusals']); toast('account:saved'); go('https://x'); t(`kyc:${status}`)",
    ),
  ).toEqual(['otc', 'refusals', 'account', 'kyc'])
  expect(forgotten('src/features/alert/alerts-page.tsx', ['market', 'refusals'])).toEqual([
    'alert for src/features/alert/alerts-page.tsx',
  ])
  expect(apart.map((file) => /<Suspense/.test(codeOf(file)))).toEqual([true, true, true])
})

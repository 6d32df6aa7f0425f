import { existsSync, readFileSync } from 'node:fs'
import { languages } from '#contract/wire/languages.ts'
import { firstNamespaces } from '#src/app/i18n.ts'
import { isTabPath, routeOf, routes } from '#src/app/routes.ts'
import { tabs } from '#src/app/tab-bar.tsx'
import { allPaths, tabPaths } from '#src/lib/paths/known.ts'
import { expect, test } from 'vitest'

const wordsOf = (lang: string, namespace: string) =>
  JSON.parse(readFileSync(`locales/${lang}/${namespace}.json`, 'utf8'))
const titleIn = (lang: string, title: string): unknown => {
  const [namespace = '', key = ''] = title.split(':')
  return wordsOf(lang, namespace).titles[key.replace('titles.', '')]
}

test('ROUTE-1 every path that can be linked has a row in the table, and vice versa', () => {
  const lines = routes
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('/inspector'))
    .toSorted()
  expect(lines).toEqual(['/', ...allPaths].toSorted())
})

test.each(languages)('ROUTE-4 every route has a title in %s', (lang) => {
  expect(routes.filter(({ title }) => typeof titleIn(lang, title) !== 'string').map(({ path }) => path)).toEqual([])
})

test('ROUTE-4 the title of a route is in its own locale files or in a first one', () => {
  const late = routes.filter(
    ({ title, namespaces }) => ![...firstNamespaces, ...namespaces].includes(title.split(':')[0] ?? ''),
  )
  expect(late.map(({ path }) => path)).toEqual([])
})

test('ROUTE-5 the locale files of a route exist', () => {
  const namespaces = [...new Set(routes.flatMap((route) => route.namespaces))]
  expect(namespaces.filter((word) => !existsSync(`locales/hk/${word}.json`))).toEqual([])
})

test('TAB-1 the tabs are home, spot, contracts, finance, assets, in this order', () => {
  expect(tabs.map(({ tab }) => tab)).toEqual(['home', 'spot', 'contracts', 'finance', 'assets'])
  expect(tabs.map(({ path }) => path)).toEqual(tabPaths)
  expect(tabs.map(({ tab, path }) => [routeOf(path)?.tab === tab, isTabPath(path)])).toEqual(
    tabs.map(() => [true, true]),
  )
})

test('TAB-2 every tab needs a login', () => {
  expect(tabs.filter(({ path }) => routeOf(path)?.needsLogin !== true)).toEqual([])
})

import { existsSync, readFileSync } from 'node:fs'
import { notOpen } from '#src/app/not-open.ts'
import { isTabPath, routeOf, routes } from '#src/app/routes.ts'
import { tabs } from '#src/app/tab-bar.tsx'
import { routes as paths, tabPaths } from '#src/lib/paths.ts'
import { expect, test } from 'vitest'

const shell = JSON.parse(readFileSync('locales/en/shell.json', 'utf8'))

test('ROUTE-1 every path we can build a link to has a line in the table, and the other way round', () => {
  const lines = routes.map(({ path }) => path).filter((path) => path !== '/ui').toSorted()
  expect(lines).toEqual(['/', ...Object.values(paths)].toSorted())
})

test('ROUTE-4 every screen has a title, and what is not open yet says what it will be', () => {
  expect(routes.filter(({ title }) => typeof shell.titles[title] !== 'string')).toEqual([])
  expect(notOpen.filter(({ will }) => typeof shell.notOpen.will[will] !== 'string')).toEqual([])
})

test('ROUTE-5 the words a screen brings along are files we have', () => {
  const namespaces = [...new Set(routes.flatMap((route) => route.namespaces))]
  expect(namespaces.filter((word) => !existsSync(`locales/hk/${word}.json`))).toEqual([])
})

test('TAB-1 the tabs are home, spot, contracts, finance, assets, in this order', () => {
  expect(tabs.map(({ tab }) => tab)).toEqual(['home', 'spot', 'contracts', 'finance', 'assets'])
  expect(tabs.map(({ path }) => path)).toEqual(tabPaths)
  expect(tabs.map(({ tab, path }) => [routeOf(path)?.tab === tab, isTabPath(path)])).toEqual(tabs.map(() => [true, true]))
})

test('TAB-2 every tab needs a login', () => {
  expect(tabs.filter(({ path }) => routeOf(path)?.needsLogin !== true)).toEqual([])
})

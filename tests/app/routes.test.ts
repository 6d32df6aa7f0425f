import { existsSync, readFileSync } from 'node:fs'
import { languages } from '#contract/wire/languages.ts'
import { firstNamespaces } from '#src/app/i18n.ts'
import { isTabPath, routeOf, routes } from '#src/app/routes.ts'
import { tabsOf } from '#src/app/tab-bar.tsx'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { followPaths } from '#src/lib/paths/follow.ts'
import { allPaths, isAuthPath, tabPaths } from '#src/lib/paths/known.ts'
import { useConfig } from '#src/stores/config.ts'
import { aSetting } from '#tests/support/builders/setting.ts'
import { expect, onTestFinished, test } from 'vitest'

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

const usual = tabsOf(null)
test('TAB-1 the tabs are home, spot, contracts, finance, assets, in this order', () => {
  expect(usual.map(({ tab }) => tab)).toEqual(['home', 'spot', 'contracts', 'finance', 'assets'])
  expect(usual.map(({ path }) => path)).toEqual(tabPaths)
  expect(usual.map(({ tab, path }) => [routeOf(path)?.tab === tab, isTabPath(path)])).toEqual(
    usual.map(() => [true, true]),
  )
  expect(isTabPath(chatPaths.chats)).toBe(false)
})
test('TAB-1 the operator may give a tab to the community; a section without a tab is a page like others, and unknown names are left out', () => {
  const setting = aSetting({ tabs: ['home', 'spot', 'chat', 'moon', 'assets'] })
  onTestFinished(() => useConfig.setState({ setting: null }))
  useConfig.setState({ setting })
  expect(tabsOf(setting).map(({ tab }) => tab)).toEqual(['home', 'spot', 'chat', 'assets'])
  expect([isTabPath(chatPaths.chats), isTabPath(followPaths.finance)]).toEqual([true, false])
})
test('a page that needs a login is none of those that one logs in by', () => {
  expect(routes.filter(({ path, needsLogin }) => needsLogin && isAuthPath(path)).map(({ path }) => path)).toEqual([])
})

test('TAB-2 every tab needs a login', () => {
  expect(usual.filter(({ path }) => routeOf(path)?.needsLogin !== true)).toEqual([])
})

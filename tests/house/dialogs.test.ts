import { languages } from '#contract/wire/languages.ts'
import { filesIn, textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

/** The keys a property may show: each quoted word inside its `t(…)`; a choice names more than one. */
const keysOf = (source: string, property: string): readonly string[] => {
  const call = new RegExp(`\\b${property}=\\{t\\(([^}]*)\\)\\}`).exec(source)?.[1] ?? ''
  const chosen = call.includes('?') ? call.slice(call.indexOf('?')) : call
  return [...chosen.matchAll(/'([\w.:]+)'/g)].map(([, key = '']) => key)
}
type Dialog = { readonly at: string; readonly confirm: readonly string[]; readonly dismiss: readonly string[] }
/** One that asks before something is ended takes its words from whoever shows it. */
const tags = /<(?:ConfirmDialog|EndAccess)\b/g
const files = filesIn('src', /\.tsx$/).filter((file) => file !== 'src/features/account/end-access.tsx')
const dialogs: readonly Dialog[] = files.flatMap((file) => {
  const source = textOf(file)
  const own = /useTranslation\(\[?'(\w+)'/.exec(source)?.[1] ?? ''
  const named = (keys: readonly string[]) => keys.map((key) => (key.includes(':') ? key : `${own}:${key}`))
  return [...source.matchAll(/<(?:ConfirmDialog|EndAccess)\b[^>]*?\n?(?:[^>]|=>)*?>/g)].map(([tag]) => {
    const dismiss = keysOf(tag, 'dismiss')
    return {
      at: file,
      confirm: named(keysOf(tag, 'confirm')),
      dismiss: dismiss.length === 0 ? ['ui:cancel'] : named(dismiss),
    }
  })
})
const at = (node: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(inner).find(([name]) => name === key)?.[1]
        : undefined,
    node,
  )
const said = (lang: string, name: string) => {
  const [words = '', key = ''] = name.split(':')
  return at(JSON.parse(textOf(`locales/${lang}/${words}.json`)), key.split('.'))
}

test('UI-23 every dialog of the app is read here, with words on both of its buttons', () => {
  const count = files.reduce((so, file) => so + (textOf(file).match(tags)?.length ?? 0), 0)
  expect(dialogs.length).toBe(count)
  expect(dialogs.filter(({ confirm }) => confirm.length === 0)).toEqual([])
})
test.each(languages)('UI-23 in %s no dialog has two buttons that say the same', (lang) => {
  const word = (name: string) => String(said(lang, name)).trim().toLowerCase()
  const equal = dialogs.flatMap(({ at: file, confirm, dismiss }) =>
    confirm.flatMap((yes) =>
      dismiss.filter((no) => word(yes) === word(no)).map((no) => `${file}: ${yes} and ${no} say ${word(yes)}`),
    ),
  )
  expect(equal).toEqual([])
  expect(
    dialogs
      .flatMap(({ confirm, dismiss }) => [...confirm, ...dismiss])
      .filter((name) => typeof said(lang, name) !== 'string'),
  ).toEqual([])
})

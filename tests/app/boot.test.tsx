import { textOf } from '#tests/support/files.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

const ahead = {
  lang: 'hk',
  pages: {
    '/pages/a': { files: ['assets/a.js', 'assets/a.css'], texts: { hk: ['assets/a-hk.js'], en: ['assets/a-en.js'] } },
    login: { files: ['assets/login.js'], texts: { hk: ['assets/login-hk.js'], en: [] } },
  },
}
// oxlint-disable-next-line typescript/no-implied-eval -- the file runs as the browser runs it: before any module
const boot = () => new Function(textOf('public/boot.js'))()
const told = (text: string) => {
  document.body.innerHTML = '<script type="application/json" id="ahead"></script>'
  Object.assign(document.getElementById('ahead') ?? {}, { textContent: text })
}
const asked = () =>
  [...document.head.querySelectorAll('link[crossorigin]')].map(
    (link) => `${link.getAttribute('rel')} ${link.getAttribute('href')}`,
  )

beforeEach(() => {
  localStorage.clear()
  told(JSON.stringify(ahead))
  localStorage.setItem('kontor.session', '{"token":"12345678"}')
})
afterEach(() => {
  document.head.innerHTML = ''
  location.hash = ''
})

test.each([
  [
    '#/pages/a?market=X',
    '{"lang":"en"}',
    ['modulepreload assets/a.js', 'preload assets/a.css', 'modulepreload assets/a-en.js'],
  ],
  ['#/pages/a', '{"lang":"xx"}', ['modulepreload assets/a.js', 'preload assets/a.css', 'modulepreload assets/a-hk.js']],
  ['#pages/a', 'null', ['modulepreload assets/a.js', 'preload assets/a.css', 'modulepreload assets/a-hk.js']],
  ['#/pages/unknown', '{}', []],
  ['#/pages/a', '[', []],
])(
  'LOAD-3 the files of the page are asked for before the first script has come: %s, settings %s',
  (hash, settings, files) => {
    location.hash = hash
    localStorage.setItem('kontor.settings', settings)
    boot()
    expect(asked()).toEqual(files)
  },
)
test('LOAD-3 without a session it is the login, whatever is asked for', () => {
  localStorage.removeItem('kontor.session')
  location.hash = '#/pages/a'
  boot()
  expect(asked()).toEqual(['modulepreload assets/login.js', 'modulepreload assets/login-hk.js'])
})
test.each(['', '{', 'null', '{"pages":{}}'])(
  'LOAD-3 where the build has told nothing that can be read, nothing is asked for: %j',
  (text) => {
    told(text)
    location.hash = '#/pages/a'
    boot()
    expect(asked()).toEqual([])
  },
)

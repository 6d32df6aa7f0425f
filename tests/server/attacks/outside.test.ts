import { isSafe } from '#src/features/news/paragraphs.ts'
import { codeOf, files, filesIn, textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

const having = (among: readonly string[], what: RegExp) => among.filter((file) => what.test(codeOf(file)))
const server = files.filter((file) => file.startsWith('server/'))
const client = files.filter((file) => /^(?:src|streams|machines)\//.test(file))

test('AT59 the venue reaches for no address that somebody else names: one place sends codes, to the webhook of its owner', () => {
  expect(having(server, /(?<![.\w])fetch\(|from '(?:node:)?(?:https|net|tls|dgram|dns)(?:\/promises)?'|from '(?:undici|axios|got)'/)).toEqual(['server/identity/messenger.ts'])
  expect(having(server, /from 'node:http'/).filter((file) => !/import (?:type )?\{ (?:IncomingMessage|Server) \} from 'node:http'/.test(codeOf(file)))).toEqual([])
  expect(having(server, /from 'node:(?:child_process|vm|worker_threads)'|\beval\(|new Function\(/)).toEqual([])
})
test('AT51 what leads out of the house knows nothing of it, and is never made of text alone', () => {
  const outward = client.filter((file) => /target="_blank"|window\.open\(/.test(codeOf(file)))
  expect(outward.length).toBeGreaterThan(0)
  const links = outward.flatMap((file) => [...codeOf(file).matchAll(/<a [^>]*target="_blank"[^>]*>/gs)].map(([link]) => `${file}: ${link}`))
  expect(links.filter((link) => !link.includes('rel="noopener noreferrer"'))).toEqual([])
  expect(having(client, /window\.open\(|document\.write|innerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|\beval\(|new Function\(/)).toEqual([])
})
test('AT60 an address that the venue was given is a link only where it is https, with nobody’s name in it', () => {
  const bad = ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x', 'blob:https://a.test/x', 'http://a.test', '//a.test', '/a', '', 'https://bank.test@evil.test', 'https://a:b@evil.test', ' javascript:alert(1)', 'https:']
  expect(bad.filter(isSafe)).toEqual([])
  expect(isSafe('https://kontor.test/help?a=1#b')).toBe(true)
  const outward = client.filter((file) => /<a [^>]*href=\{[^>]*target="_blank"/s.test(codeOf(file)))
  expect(outward.length).toBeGreaterThan(0)
  expect(outward.filter((file) => !codeOf(file).includes("from './paragraphs.ts'"))).toEqual([])
})
test('AT61 one registry, every package that is used sealed, and no package but the one that brings the runtime runs anything at its installation', () => {
  type Lock = { readonly packages: Readonly<Record<string, { readonly resolved?: string; readonly integrity?: string; readonly dev?: boolean; readonly optional?: boolean; readonly hasInstallScript?: boolean }>> }
  const npm = 'https://registry.npmjs.org/'
  const lock: Lock = JSON.parse(textOf('package-lock.json'))
  const all = Object.entries(lock.packages).filter(([name]) => name !== '')
  // Where no address is written the registry of the one who installs is asked; the seal says what must come.
  expect(all.filter(([, { resolved = npm }]) => !resolved.startsWith(npm)).map(([name]) => name)).toEqual([])
  // The linter's builds for other machines are listed without one, and never installed here.
  expect(all.filter(([, { integrity, dev, optional }]) => !(dev && optional) && !integrity?.startsWith('sha512-')).map(([name]) => name)).toEqual([])
  expect(all.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name)).toEqual(['node_modules/node'])
})
test('AT38 no password is ever put where it outlasts the screen', () => {
  const keeping = client.filter((file) => /localStorage|sessionStorage|indexedDB|\bkeep\(/.test(codeOf(file)))
  expect(keeping.length).toBeGreaterThan(0)
  expect(having(keeping, /password|\bpin\b/i)).toEqual([])
})
test('AT62 what tests and development need is asked for nowhere in the client, and no map of it is built', () => {
  expect(having(client, /failpoints|KONTOR_|from '#tests\/|import\.meta\.env\.(?!DEV|PROD|BASE_URL|MODE)/)).toEqual([])
  expect(textOf('vite.config.ts')).not.toContain('sourcemap')
  expect(filesIn('public', /\.map$/)).toEqual([])
})

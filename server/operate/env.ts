import { readFileSync } from 'node:fs'
import { isTabSection, tabSections, tabsIn } from '#contract/wire/tabs.ts'
import { missingIn, type Env } from './start-check.ts'
import { StartError } from './start-error.ts'

/** Says what is wrong with a value, or null. */
type Check = (value: string) => string | null

const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value) ? null : `must be one of ${words.join(', ')}`
const urlOf = (value: string) => (URL.canParse(value) ? new URL(value) : null)
const url =
  (...protocols: readonly string[]): Check =>
  (value) =>
    protocols.includes(urlOf(value)?.protocol ?? '')
      ? null
      : `must be an address that begins with ${protocols.map((each) => `${each}//`).join(' or ')}`
/** The page makes a link of no other address. */
const isSafeAddress = (value: string) =>
  urlOf(value)?.protocol === 'https:' && urlOf(value)?.username === '' && urlOf(value)?.password === ''
const origin: Check = (value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .every((part) => ['http:', 'https:'].includes(urlOf(part)?.protocol ?? '') && urlOf(part)?.origin === part)
    ? null
    : 'must be origins like https://kontor.example, comma-separated, without a path or a slash at the end'

/** Five fit on the narrowest phone; one that is not named is reached from home and the menu. */
const tabs: Check = (value) => {
  const named = tabsIn(value)
  const isRight =
    named.length >= 3 &&
    named.length <= 5 &&
    named[0] === 'home' &&
    new Set(named).size === named.length &&
    named.every(isTabSection)
  return isRight ? null : `must be three to five of ${tabSections.join(', ')}, comma-separated, home first`
}

const checks: Readonly<Record<string, Check>> = {
  PORT: (value) => (/^\d{1,5}$/.test(value) && Number(value) < 65_536 ? null : 'must be a port from 0 to 65535'),
  BASE_PATH: (value) => (/^\/(?:[\w.~-]+\/)*[\w.~-]*$/.test(value) ? null : 'must be a path like /floor/'),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  DEMO: oneOf('0', '1'),
  TRUST_PROXY: oneOf('0', '1'),
  VERIFICATION: oneOf('0', '1'),
  LEGACY_SOCKET: oneOf('0', '1'),
  INSPECTOR: oneOf('0', '1'),
  RESUME_TRADING: oneOf('0', '1'),
  PUSH: oneOf('0', '1'),
  DESK_FACTOR: oneOf('0', '1'),
  DEPOSIT_SECRET: (value) => (/^\S{32,200}$/.test(value) ? null : 'must have 32 to 200 characters'),
  PUSH_KEY: (value) => (/^[\w-]{43}$/.test(value) ? null : 'must be a private VAPID key, 32 bytes as base64url'),
  PUSH_CONTACT: (value) =>
    ['mailto:', 'https:'].includes(urlOf(value)?.protocol ?? '')
      ? null
      : 'must be an address like mailto:operator@kontor.example or https://kontor.example/',
  RATE_FACTOR: (value) => (Number.isFinite(Number(value)) && Number(value) > 0 ? null : 'must be a number above 0'),
  KEEP_DAYS: (value) => (/^[1-9]\d{0,3}$/.test(value) ? null : 'must be a number of days from 1 to 9999'),
  SOCKETS_PER_ADDRESS: (value) => (/^[1-9]\d{0,5}$/.test(value) ? null : 'must be a number from 1 to 999999'),
  ORIGINS: origin,
  APP_NAME: (value) =>
    /^[\p{L}\p{N}][\p{L}\p{N} .&'-]{0,23}$/u.test(value) ? null : 'must be a name of 1 to 24 letters and digits',
  // Pictures are loaded from this server only, by the policy of the page.
  LOGO_ICON: (value) =>
    /^\/(?:[\w.~-]+\/)*[\w.~-]+\.(?:svg|png|webp|jpg)$/.test(value)
      ? null
      : 'must be the path of a picture on this server, like /icon.svg',
  SHARE_URL: (value) =>
    ['http:', 'https:'].includes(urlOf(value)?.protocol ?? '') &&
    urlOf(value)?.href === value &&
    /^[^?#]*\/$/.test(value)
      ? null
      : 'must be an address like https://kontor.example/ that ends with a slash',
  TABS: tabs,
  CUSTOMER_URL: (value) =>
    isSafeAddress(value) ? null : 'must be an https:// address without a name or password in it',
  ANDROID_URL: url('https:'),
  IOS_URL: url('https:'),
  CALL_SERVERS: (value) =>
    value === 'off' || value.split(',').every((each) => /^(?:stun|turns?):[^\s,@]+$/.test(each.trim()))
      ? null
      : 'must be off, or addresses like stun:host:3478 and turn:host:3478?transport=udp, comma-separated',
  CALL_SECRET: (value) => (/^\S{16,200}$/.test(value) ? null : 'must have 16 to 200 characters'),
  DATABASE_URL: url('postgres:', 'postgresql:'),
  NATS_URL: (value) =>
    value.split(',').every((each) => ['nats:', 'tls:'].includes(urlOf(each.trim())?.protocol ?? ''))
      ? null
      : 'must be addresses like nats://host:4222, comma-separated',
  ROLES: oneOf('all', 'gateway', 'venue'),
  SHARD: (value) => (/^[a-z][a-z0-9_]{0,30}$/.test(value) ? null : 'must be letters and digits, like s01'),
  SMTP_URL: url('smtp:', 'smtps:'),
  SMS_WEBHOOK: url('http:', 'https:'),
  MAIL_FROM: (value) =>
    /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(value)
      ? null
      : 'must be a mail address, like Kontor <no-reply@kontor.example>',
}

/** These are or may contain a secret: no log has it, and it may lie in a file that `<NAME>_FILE` names. */
export const secretSettings: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'NATS_URL',
  'SMTP_URL',
  'SMS_WEBHOOK',
  'METRICS_TOKEN',
  'PUSH_KEY',
  'DEPOSIT_SECRET',
  'CALL_SECRET',
])
type Given = readonly (readonly [name: string, value: string | undefined])[]
/** What the files say that the environment names, and what is wrong with them. */
function fromFiles(env: Env): { found: Given; lines: readonly string[] } {
  const [found, lines]: [[string, string][], string[]] = [[], []]
  for (const name of secretSettings) {
    const path = env[`${name}_FILE`]
    if (path === undefined) continue
    if (env[name] !== undefined) lines.push(`${name} and ${name}_FILE are both set: leave one of them out.`)
    try {
      found.push([name, readFileSync(path, 'utf8').trim()])
    } catch {
      lines.push(`${name}_FILE must be a file that can be read; it is "${path}".`)
    }
  }
  return { found, lines }
}

const withValue = (given: Given): Env => Object.fromEntries(given.filter(([, value]) => value !== ''))
/**
 * The environment without empty values, and with what its files say. Refuses what cannot work, and what production
 * lacks, in one line each, before anything is opened.
 */
export function readEnv(raw: Env): Env {
  const given = withValue(Object.entries(raw))
  const files = fromFiles(given)
  const env = { ...given, ...withValue(files.found) }
  const lines = [...files.lines]
  for (const [name, check] of Object.entries(checks)) {
    const value = env[name]
    const wrong = value === undefined ? null : check(value)
    if (wrong !== null) lines.push(`${name} ${wrong}${secretSettings.has(name) ? '' : `; it is "${value}"`}.`)
  }
  if (env['ROLES'] !== undefined && env['ROLES'] !== 'all' && env['NATS_URL'] === undefined)
    lines.push(`ROLES=${env['ROLES']} needs NATS_URL: gateways and venue meet there.`)
  lines.push(...missingIn(env))
  if (lines.length > 0) throw new StartError(lines.join('\n'))
  return env
}
/** The path everything lies under, with a slash at both ends. */
export const basePathOf = (env: Env) => {
  const path = env['BASE_PATH'] ?? '/'
  return path.endsWith('/') ? path : `${path}/`
}

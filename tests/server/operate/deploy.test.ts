import { limits } from '#contract/wire/limits.ts'
import { readEnv, secretSettings } from '#server/operate/env.ts'
import { codeOf, filesIn, textOf } from '#tests/support/files.ts'
import { load } from 'js-yaml'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const operate = textOf('docs/operate.md')
const scripts: Readonly<Record<string, string>> = JSON.parse(textOf('package.json')).scripts
/** Settings by the tables of the README. */
const settings = new Set(
  [...textOf('README.md').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)].flatMap(([, names = '']) =>
    names.replaceAll('`', '').split(', '),
  ),
)
const isSetting = (name: string) => settings.has(name) || secretSettings.has(name.replace(/_FILE$/, ''))
const blocks = (language: string) =>
  [...operate.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text)

/** Reads an environment as the start does, each secret that is named by a file with a value that will do. */
const startsWith = (env: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const values: Readonly<Record<string, string>> = { SMTP_URL_FILE: 'smtps://user:password@mail.example' }
  const isFile = (name: string) => secretSettings.has(name.replace(/_FILE$/, '')) && name.endsWith('_FILE')
  const given = Object.entries(env).map(([name, value]) => {
    if (!isFile(name)) return [name, value]
    const file = join(folder, name)
    writeFileSync(file, values[name] ?? 'a-long-random-text')
    return [name, file]
  })
  return readEnv(Object.fromEntries(given))
}

test('OPS-5 the proxy takes every file that the app takes, and knows each variable that it passes on', () => {
  const conf = textOf('deploy/nginx.conf')
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(conf) ?? []
  expect(Number(megabytes) * 2 ** 20).toBeGreaterThan(limits.chatFileBytes)
  const own = new Set([...conf.matchAll(/map \S+ (\$\w+)/g)].map(([, name]) => name))
  const builtIn = ['$http_upgrade', '$host', '$request_uri', '$remote_addr']
  expect(
    [...conf.matchAll(/\$\w+/g)].map(([name]) => name).filter((name) => !own.has(name) && !builtIn.includes(name)),
  ).toEqual([])
})

type Service = {
  ports: string[]
  environment: Record<string, string>
  secrets: string[]
  volumes: string[]
  read_only: boolean
  mem_limit: string
  pids_limit: number
  logging: { options: Record<string, string> }
}
type Compose = { services: { kontor: Service }; secrets: Record<string, object>; volumes: Record<string, null> }
const composeOf = (file: string): Compose => JSON.parse(JSON.stringify(load(textOf(file))))

test('OPS-6 the containers are reached from this machine alone, are bounded, and start a live venue as they stand', () => {
  const { services, volumes } = composeOf('deploy/compose.yml')
  const { kontor } = services
  expect(kontor.ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
  expect(kontor).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    mem_limit: expect.stringMatching(/^\d+g$/),
    pids_limit: expect.any(Number),
    logging: { options: { 'max-size': '10m', 'max-file': '5' } },
  })
  expect(kontor.volumes.map((each) => each.split(':')[0])).toEqual(Object.keys(volumes))
  const live = composeOf('deploy/compose.live.yml')
  const { environment, secrets } = live.services.kontor
  expect(Object.keys({ ...kontor.environment, ...environment }).filter((name) => !isSetting(name))).toEqual([])
  expect(secrets).toEqual(Object.keys(live.secrets))
  const named = Object.entries(environment).flatMap(([name, value]) => (name.endsWith('_FILE') ? [value] : []))
  expect(named.toSorted()).toEqual(secrets.map((name) => `/run/secrets/${name}`).toSorted())
  expect(startsWith(environment)).toMatchObject({ NODE_ENV: 'production', METRICS_TOKEN: 'a-long-random-text' })
})

/** Settings of a unit, by their names; a name may stand more than once. */
const unitOf = (file: string) =>
  [...textOf(file).matchAll(/^([A-Z]\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const)
const valuesIn = (file: string, name: string) =>
  unitOf(`deploy/systemd/${file}`).flatMap(([each, value]) => (each === name ? [value] : []))

test('OPS-7 the units close their files, say when they fail, keep so many backups, and name only what there is', () => {
  const files = filesIn('deploy/systemd', /./)
  const services = files.filter((file) => /kontor(?:-backup)?\.service$/.test(file))
  expect(services).toHaveLength(2)
  for (const file of services)
    expect(unitOf(file)).toEqual(
      expect.arrayContaining([
        ['UMask', '0077'],
        ['OnFailure', 'kontor-failed@%n.service'],
        ['User', 'kontor'],
      ]),
    )
  expect(valuesIn('kontor.service', 'StateDirectoryMode')).toEqual(['0700'])
  expect(valuesIn('kontor-backup.timer', 'Persistent')).toEqual(['true'])
  expect(valuesIn('kontor-backup.service', 'ExecStart')).toEqual([expect.stringMatching(/--into \S+ --keep \d+$/)])
  // The running process writes the backup, whose folder its unit closes to it otherwise.
  const [, into] = /--into (\S+)/.exec(valuesIn('kontor-backup.service', 'ExecStart').join()) ?? []
  expect(valuesIn('kontor.service', 'ProtectSystem')).toEqual(['strict'])
  expect(valuesIn('kontor.service', 'ReadWritePaths')).toEqual([`-${into}`])
  expect(valuesIn('kontor.service', 'ExecStartPre')).toEqual(valuesIn('kontor-backup.service', 'ExecStartPre'))
  const environment = files.flatMap((file) =>
    unitOf(file).flatMap(([name, value]) =>
      name === 'Environment' ? value.split(' ').map((each) => each.split('=')[0] ?? '') : [],
    ),
  )
  expect(environment.length).toBeGreaterThan(2)
  expect(environment.filter((name) => !isSetting(name))).toEqual([])
  const run = files.flatMap((file) => [...textOf(file).matchAll(/scripts\/run\.mjs ([\w-]+)/g)].map(([, name]) => name))
  expect(run.toSorted()).toEqual(['backup', 'start'])
  expect(run.filter((name) => !existsSync(`scripts/${name}.ts`))).toEqual([])
})

test('OPS-8 the chapter on running names no setting, script, file or option that there is not, and what it shows starts', () => {
  const named = [...operate.matchAll(/\b[A-Z][A-Z0-9]+_[A-Z_]+\b/g)].map(([name]) => name)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !isSetting(name) && name !== 'ALARM_URL')).toEqual([])
  const files = [...operate.matchAll(/\b(?:deploy|docs|scripts)\/[\w./@*-]*\w/g)].map(([name]) => name)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  const calls = [...operate.matchAll(/npm run ([\w-]+)(?: -- (.*))?$/gm)]
  expect(calls.length).toBeGreaterThan(4)
  for (const [, script = '', options = ''] of calls) {
    expect(Object.keys(scripts)).toContain(script)
    for (const [option] of options.matchAll(/--[a-z]+/g))
      expect(textOf(`scripts/${script}.ts`)).toContain(`'${option}'`)
  }
  const [settingsFile = ''] = blocks('ini')
  const env = Object.fromEntries(
    settingsFile
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  )
  expect(startsWith({ NODE_ENV: 'production', ...env })).toMatchObject({ TRUST_PROXY: '1' })
})

test('OPS-8 the lines that set up a machine take files that are there, put each where its unit or nginx looks, and name units that exist', () => {
  const lines = blocks('sh').join('').split('\n')
  const units = lines.flatMap((line) =>
    line.startsWith('systemctl ') ? (line.match(/[\w-]+\.(?:service|timer)/g) ?? []) : [],
  )
  expect(new Set(units)).toEqual(new Set(['kontor.service', 'kontor-backup.timer']))
  expect(units.filter((unit) => !existsSync(join('deploy/systemd', unit)))).toEqual([])
  const folder = mkdtempSync(join(tmpdir(), 'machine-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const path of ['systemd/system', 'nginx/conf.d']) mkdirSync(join(folder, path), { recursive: true })
  const set = lines.filter((line) => /^(?:cp|install) /.test(line))
  execFileSync('sh', ['-e'], { input: set.join('\n').replaceAll('/etc', folder), stdio: 'pipe' })
  const environment = valuesIn('kontor.service', 'EnvironmentFile').join().replace('-/etc', folder)
  expect([existsSync(environment), statSync(environment).mode & 0o777]).toEqual([true, 0o600])
  expect(existsSync(join(folder, 'nginx/conf.d/kontor.conf'))).toBe(true)
  expect(readdirSync(join(folder, 'systemd/system')).toSorted()).toEqual(readdirSync('deploy/systemd').toSorted())
})
test('OPS-8 every setting that the venue reads stands in the README, and the other way round', () => {
  const code = [...filesIn('server', /\.ts$/), ...filesIn('scripts', /\.ts$/), ...filesIn('tests', /\.ts$/)]
    .map(codeOf)
    .join('\n')
  expect([...settings].filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([])
  const read = filesIn('server', /\.ts$/).flatMap((file) =>
    [...codeOf(file).matchAll(/\benv\['([A-Z_]+)'\]|^ {2}([A-Z_]{4,}): /gm)].map(([, one, two]) => one ?? two ?? ''),
  )
  expect(read).toContain('PORT')
  // For tests alone, and told as ignored where it would matter.
  const inner = ['KONTOR_FAULTS']
  expect([...new Set(read)].filter((name) => !settings.has(name) && !inner.includes(name))).toEqual([])
})

test('IMAGE-1 the image has what runs alone, for any architecture, belongs to nobody who runs it, and keeps out what is built here', () => {
  const [, build = '', run = ''] = textOf('Dockerfile').split(/^FROM node:22-slim.*$/m)
  expect(build).toContain('scripts/run.mjs image --to /image')
  expect([...run.matchAll(/^COPY (.*)$/gm)].map(([, what]) => what)).toEqual(['--from=build /image ./'])
  const taken = [...build.matchAll(/^COPY (.*) \S+$/gm)].flatMap(([, files = '']) => files.split(' '))
  expect(taken).toContain('package-lock.json')
  expect(taken.filter((file) => !existsSync(file))).toEqual([])
  // What it starts is what `npm run image` writes; IMAGE-2 starts that.
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(run) ?? []
  const started: readonly string[] = JSON.parse(command)
  expect(textOf('scripts/image.ts')).toContain(`'${started.at(-1)}'`)
  expect(run).toMatch(/^USER node$/m)
  expect(`${build}${run}`).not.toMatch(/x64|amd64|arm64|x86|musl|glibc/)
  expect(textOf('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['.git', 'node_modules', 'dist', 'dist-venue', 'data']),
  )
})

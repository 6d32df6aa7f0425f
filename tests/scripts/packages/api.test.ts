import { publishedPackages, releasedApi } from '#scripts/packages/list.ts'
import { apiReport, emitTypes, fingerprint } from '#scripts/packages/types.ts'
import { filesIn, textOf } from '#tests/support/files.ts'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const all = publishedPackages()
/** In the tree, so that what the types name is found. */
const cache = resolve('node_modules/.cache')
mkdirSync(cache, { recursive: true })
const types = mkdtempSync(join(cache, 'emitted-'))
beforeAll(() => emitTypes(all, types), 120_000)
afterAll(() => rmSync(types, { recursive: true }))
const named = all.map((each) => [each.manifest.name, each] as const)

test.each(named)('PACK-1 what %s promises is what its report says: npm run pack:packages -- --report', (_, each) => {
  expect(apiReport(each, types)).toBe(textOf(`packages/${each.folder}/api.md`))
})
test.each(named)('PACK-1 the report of %s is red when an export is gone, or is another one', (_, each) => {
  const [entry = '', file = ''] = Object.entries(each.entries)[0] ?? []
  const emitted = join(types, file.replace(/\.tsx?$/, '.d.ts'))
  const before = readFileSync(emitted, 'utf8')
  onTestFinished(() => writeFileSync(emitted, before))
  const without = (what: RegExp, by: string) => {
    writeFileSync(emitted, before.replace(what, by))
    return apiReport(each, types)
  }
  const whole = apiReport(each, types)
  expect(entry).not.toBe('')
  // The first name of the first entry goes, whether it is passed on or declared there.
  const first = /(?<=^export (?:type )?\{ )[^,}]+,?|^export (?:declare )?(?:const|function|class|type) \w+/m
  expect(without(first, '')).not.toBe(whole)
  expect(apiReport({ ...each, entries: Object.fromEntries(Object.entries(each.entries).slice(1)) }, types)).not.toBe(
    whole,
  )
})
test.each(named)('PACK-2 a change of what %s promises since its release stands in .changeset', (name, { folder }) => {
  const said = filesIn('.changeset', /\.md$/).filter((file) => !file.endsWith('README.md'))
  const isSaid = said.some((file) => new RegExp(`^["']${name}["']: (?:major|minor)$`, 'm').test(textOf(file)))
  expect([name, fingerprint(textOf(`packages/${folder}/api.md`)) === releasedApi({ folder }) || isSaid]).toEqual([
    name,
    true,
  ])
})
test('PACK-3 every example in a README of a package compiles against its types', () => {
  const folder = mkdtempSync(join(cache, 'readme-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const examples = all.flatMap(({ folder: of }) =>
    [...textOf(`packages/${of}/README.md`).matchAll(/```tsx?\n([\s\S]*?)```/g)].map(([, code = '']) => ({ of, code })),
  )
  // What an example is handed by its reader.
  const given = 'declare const appActor: import("xstate").AnyActorRef, orderMachine: import("xstate").AnyStateMachine\n'
  const files = examples.map(({ of, code }, n) => {
    const isPage = of === 'inspector'
    const file = join(folder, `${of}-${n}.${isPage ? 'tsx' : 'ts'}`)
    writeFileSync(
      file,
      `${isPage ? given : ''}${code.replace(/^<([\s\S]*)$/m, 'export const shown = <$1')}\nexport {}\n`,
    )
    return file
  })
  const paths = Object.fromEntries(
    all.flatMap(({ manifest, entries }) =>
      Object.entries(entries).map(([name, file]) => [
        name === 'main' ? manifest.name : `${manifest.name}/${name}`,
        [join(types, file.replace(/\.tsx?$/, '.d.ts'))],
      ]),
    ),
  )
  const compilerOptions = { noEmit: true, incremental: false, tsBuildInfoFile: null, noUnusedLocals: false, paths }
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ extends: resolve('tsconfig.json'), compilerOptions, files, include: [] }))
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', config], { encoding: 'utf8' })
  expect(examples.length).toBeGreaterThan(3)
  expect(stdout).toBe('')
})

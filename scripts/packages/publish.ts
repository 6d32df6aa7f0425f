import { copyFileSync, cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { bundlePackage } from './bundle.ts'
import { publishedPackages, writeReleased, type Published } from './list.ts'
import { apiReport, emitTypes, fingerprint, reachedFrom } from './types.ts'

const typesOf = (file: string) => `./types/${file.replace(/\.tsx?$/, '.d.ts')}`
/** The manifest of a package as it is published: built files and their types. */
const published = ({ folder, manifest, entries }: Published, styles: readonly string[]) => {
  const code = Object.entries(entries).map(
    ([name, file]) =>
      [name === 'main' ? '.' : `./${name}`, { types: typesOf(file), default: `./lib/${name}.js` }] as const,
  )
  return {
    ...manifest,
    license: 'MIT',
    type: 'module',
    sideEffects: styles.length > 0 ? ['*.css'] : false,
    exports: {
      ...Object.fromEntries(code),
      ...Object.fromEntries(styles.map((file) => [`./${file === `${folder}.css` ? 'style.css' : file}`, `./${file}`])),
      './package.json': './package.json',
    },
    private: undefined,
  }
}

/** Makes all packages below a folder, each with its code, its types, and its manifest. */
export async function makePackages(to: string, chosen = publishedPackages()) {
  const types = mkdtempSync(join(tmpdir(), 'types-'))
  emitTypes(chosen, types)
  for (const each of chosen) {
    const folder = join(to, each.folder)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    await bundlePackage(each, folder)
    const own = Object.values(each.entries).map((file) => join(types, file.replace(/\.tsx?$/, '.d.ts')))
    for (const file of reachedFrom(own)) cpSync(file, join(folder, 'types', relative(types, file)))
    const styles = globSync('*.css', { cwd: join(folder, 'lib') })
    for (const file of styles) copyFileSync(join(folder, 'lib', file), join(folder, file))
    const tokens = `packages/${each.folder}/src/tokens.css`
    if (existsSync(tokens)) copyFileSync(tokens, join(folder, 'tokens.css'))
    const all = [...styles, ...(existsSync(tokens) ? ['tokens.css'] : [])]
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published(each, all), null, 2)}\n`)
    for (const file of ['README.md', 'api.md'])
      if (existsSync(`packages/${each.folder}/${file}`))
        copyFileSync(`packages/${each.folder}/${file}`, join(folder, file))
    copyFileSync('LICENSE', join(folder, 'LICENSE'))
  }
  rmSync(types, { recursive: true })
}
/** Writes the reports of what packages promise; at a release their fingerprints as well. */
export function writeReports(isRelease: boolean) {
  const types = mkdtempSync(join(tmpdir(), 'types-'))
  const all = publishedPackages()
  emitTypes(all, types)
  for (const each of all) {
    const report = apiReport(each, types)
    writeFileSync(`packages/${each.folder}/api.md`, report)
    if (isRelease) writeReleased(each, fingerprint(report))
  }
  rmSync(types, { recursive: true })
}

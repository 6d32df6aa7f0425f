import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'

/** What is published of a package. */
type Manifest = {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly peerDependencies: Readonly<Record<string, string>>
}
type Inspector = Manifest & { readonly exports: Readonly<Record<string, string>> }
export type Published = {
  /** The folder below `packages`. */
  readonly folder: string
  readonly manifest: Manifest
  /** Files of the tree by the names under which they are imported; `main` is the package itself. */
  readonly entries: Readonly<Record<string, string>>
}
const jsonOf = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8'))

function ofFolder(folder: string): Published {
  const files = globSync(`packages/${folder}/*.ts`).toSorted()
  // What stands beside an entry is part of it.
  const isEntry = (file: string) => /^export \{/m.test(readFileSync(file, 'utf8'))
  const entries = Object.fromEntries(files.filter(isEntry).map((file) => [basename(file, '.ts'), file]))
  return { folder, manifest: jsonOf(`packages/${folder}/manifest.json`), entries }
}
/** The inspector is a workspace of its own, whose entries are named by its manifest. */
function ofInspector(): Published {
  const { exports, ...manifest }: Inspector = jsonOf('packages/inspector/package.json')
  const code = Object.entries(exports).filter(([, file]) => /\.tsx?$/.test(file))
  const entries = Object.fromEntries(code.map(([name, file]) => [name.slice(2), `packages/inspector/${file.slice(2)}`]))
  return { folder: 'inspector', manifest, entries }
}
type Released = { readonly api: string }
const releasedFile = ({ folder }: Pick<Published, 'folder'>) => `packages/${folder}/released.json`
/** The fingerprint of the report of a package at its last release. */
export const releasedApi = (each: Pick<Published, 'folder'>) => jsonOf<Released>(releasedFile(each)).api
export const writeReleased = (each: Pick<Published, 'folder'>, api: string) =>
  writeFileSync(releasedFile(each), `${JSON.stringify({ api } satisfies Released, null, 2)}\n`)
/** The packages that are published. */
export const publishedPackages = (): readonly Published[] => [ofFolder('contract'), ofFolder('client'), ofInspector()]

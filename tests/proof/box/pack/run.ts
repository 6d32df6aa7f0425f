import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { numberAfter, wordAfter } from '#tests/proof/flags.ts'
import { faulting, playing, racing, repeating, starting, testing, weathering, type Found } from './checks.ts'
import { installed, type Installed } from './package.ts'

const [seeds, bots] = [numberAfter('seeds', 3), numberAfter('bots', 1)]
const parts: readonly ((kontor: Installed) => Promise<readonly Found[]>)[] = [
  starting,
  repeating,
  faulting,
  playing,
  testing,
  (kontor) => racing(kontor, seeds),
  (kontor) => weathering(kontor, bots),
]
/** Packs the box, or takes what is packed already. */
function packed(): { tarball: string; end: () => void } {
  const given = wordAfter('tarball')
  if (given !== null && existsSync(given)) return { tarball: given, end: () => undefined }
  const to = mkdtempSync(join(tmpdir(), 'tarball-'))
  const { status, stdout } = spawnSync(process.execPath, ['scripts/run.mjs', 'pack-box', '--to', to], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error('it cannot be packed')
  return { tarball: stdout.trim().split('\n').at(-1) ?? '', end: () => rmSync(to, { recursive: true }) }
}
const { tarball, end } = packed()
/** Programs of Node, as paths between commas; the one that runs this unless others are named. */
const nodes = wordAfter('nodes')?.split(',') ?? [process.execPath]
let wrong = 0
for (const node of nodes) {
  const kontor = installed(tarball, node)
  try {
    for (const part of parts)
      for (const { what, isRight, told } of await part(kontor)) {
        wrong += isRight ? 0 : 1
        console.log(`${kontor.version} ${isRight ? 'right' : 'WRONG'}: ${what}${told === '' ? '' : ` (${told})`}`)
      }
  } finally {
    rmSync(kontor.folder, { recursive: true, force: true })
  }
}
end()
console.log(wrong === 0 ? 'all is right' : `${wrong} wrong`)
process.exit(wrong === 0 ? 0 : 1)

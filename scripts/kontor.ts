import { main } from '#server/main.ts'
import { launch } from './launch.ts'

/** What is in the image: `node kontor.mjs` serves, `node kontor.mjs backup --into FOLDER` does what npm does. */
const tools: Readonly<Record<string, () => Promise<unknown>>> = {
  admin: () => import('./admin.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  archive: () => import('./archive.ts'),
  move: () => import('./move.ts'),
  'watch-deposits': () => import('./watch-deposits.ts'),
}
const [name] = process.argv.slice(2)
const tool = tools[name ?? '']
if (name === undefined) await launch(() => main(process.env))
else if (tool === undefined) {
  console.error(`There is no "${name}". There are ${Object.keys(tools).join(', ')}; without a word it serves.`)
  process.exitCode = 1
} else await tool()

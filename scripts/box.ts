import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { main } from '#server/box/main.ts'

const io = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
}
const app = resolve('dist')
// What npm runs is run.mjs with the name of the script.
process.exitCode = await main(process.argv.slice(3), process.env, { app: existsSync(app) ? app : null }, io)

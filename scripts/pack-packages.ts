import { resolve } from 'node:path'
import { makePackages, writeReports } from './packages/publish.ts'

const [flag, folder, ...more] = process.argv.slice(3)
if ((flag === '--report' || flag === '--release') && folder === undefined) writeReports(flag === '--release')
else if (flag === '--to' && folder !== undefined && more.length === 0) await makePackages(resolve(folder))
else {
  console.error('Say npm run pack:packages -- --to FOLDER, or -- --report or --release for what they promise')
  process.exitCode = 1
}

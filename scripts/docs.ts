import { writeFileSync } from 'node:fs'
import { differencesPage } from '#server/box/binance/differences.ts'
import { writeDocs } from './docs/files.ts'
import { contractHash } from './wire/wire-docs.ts'

// The venue serves this folder at /docs; a build makes it as well.
const folder = process.argv[3] ?? 'dist/docs'
await writeDocs(folder)
writeFileSync('docs/binance.md', differencesPage())
console.log(`Made ${folder}/. The hash of the wire contract is ${contractHash()}.`)

import { writeFileSync } from 'node:fs'
import { contractHash, wireDocs } from './wire-docs.ts'

for (const [file, text] of Object.entries(wireDocs())) writeFileSync(file, text)
console.log(`The wire's hash is ${contractHash()}; contract/wire/version.ts must say so.`)

import { writeFileSync } from 'node:fs'
import { contractHash, wireDocs } from './wire/wire-docs.ts'

for (const [file, text] of Object.entries(wireDocs())) writeFileSync(file, text)
console.log(
  `The hash of the wire contract is ${contractHash()}; the last entry of contract/wire/version.ts must have it.`,
)

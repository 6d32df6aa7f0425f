import { readFileSync, writeFileSync } from 'node:fs'
import { ruleIndex } from './rules.ts'

const path = 'docs/rules.md'
writeFileSync(path, ruleIndex(readFileSync(path, 'utf8')))

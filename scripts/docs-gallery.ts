import { writeFileSync } from 'node:fs'
import { componentsFile, componentsText } from './gallery/components.ts'

writeFileSync(componentsFile, componentsText())

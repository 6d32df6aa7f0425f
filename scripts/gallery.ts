import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildGallery } from './gallery/build.ts'

const folder = 'dist-gallery'
process.env['NODE_ENV'] = 'production'
await buildGallery(folder)
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
console.log(`${folder}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB. Publish the folder as it is.`)

import { dirname } from 'node:path'
import { filesIn, textOf } from './files.ts'

/** The folder of each feature of the server, by the name that its `feature.ts` gives it. */
export const featureFolders: ReadonlyMap<string, string> = new Map(
  filesIn('server/features', /^feature\.ts$/).map((file) => [
    /^ {2}name: '([\w-]+)',$/m.exec(textOf(file))?.[1] ?? file,
    dirname(file),
  ]),
)
const byDepth = [...featureFolders].toSorted(([, one], [, other]) => other.length - one.length)
/** The feature that a file of the server belongs to: that of the nearest folder. */
export const featureAt = (path: string) => byDepth.find(([, folder]) => path.startsWith(`${folder}/`))?.[0]

import { moveVenue } from '#server/operate/move.ts'
import { openPlace } from '#server/operate/open-place.ts'
import { storeError } from '#server/operate/start-error.ts'
import { runTool } from './tool.ts'

const usage =
  'Say where to: npm run move -- --to postgres://HOST/DATABASE, or --from postgres://HOST/DATABASE --to FOLDER'
await runTool(async (words, folder) => {
  const asked = new Map<string, string>()
  for (let at = 0; at < words.length; at += 2) asked.set(words[at] ?? '', words[at + 1] ?? '')
  const [from = folder, to] = [asked.get('--from'), asked.get('--to')]
  if (to === undefined || to === '' || [...asked.keys()].some((word) => word !== '--from' && word !== '--to'))
    throw new Error(usage)
  const open = (where: string) => openPlace(where, process.env['SHARD'])
  const { entries, rows } = await moveVenue(await open(from), () => open(to)).catch(
    storeError(
      [from, to].find((where) => where.includes('://')),
      folder,
    ),
  )
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0)
  return (
    `Moved ${count} rows and ${entries} entries of the journal to ${to}; both agree.\n` +
    `The files of people stay in ${folder}/uploads; ${from} is as it was.`
  )
})

import { textOf } from '#tests/support/files.ts'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { mustBe, trade, type Month } from './acts.ts'
import type { Release } from './releases.ts'
import type { Stand } from './stand.ts'
import { again, refusedOn, withOrder } from './trouble.ts'

/** The lines that a chapter of docs/operate.md shows. */
const shownIn = (chapter: string) => {
  const [, text = ''] = textOf('docs/operate.md').split(`\n### ${chapter}\n`)
  const [, lines] = /```sh\n([^]*?)```/.exec(text) ?? []
  if (lines === undefined) throw new Error(`docs/operate.md shows nothing under ${chapter}`)
  return lines.trim().split('\n')
}
/** Does what the chapter shows, line by line; what it checks out is `to`. */
async function follow(stand: Stand, chapter: string, to: Release, backup: string) {
  for (const line of shownIn(chapter)) {
    if (line.startsWith('systemctl stop ')) await stand.venue().stop()
    else if (line.startsWith('systemctl start ')) await again(stand)
    else if (line.startsWith('git checkout ')) stand.install(to)
    else stand.shell(line.replaceAll('before-upgrade', backup))
  }
  mustBe('the release that runs', stand.run(['admin', 'release']).trim(), `${to.name} live`)
}
/** Keeps the folder of the release before among those that the tests of all later releases open. */
export const keepAs = (name: string) => async (month: Month) => {
  const [from, to] = [month.stand.at('kept'), `tests/server/folders/${name}`]
  await withOrder(month, async () => month.stand.run(['backup', '--to', from]))
  mkdirSync(to, { recursive: true })
  writeFileSync(join(to, 'venue.db.gz'), gzipSync(readFileSync(join(from, 'venue.db')), { level: 9 }))
}
/** The folder of the release before goes on with this one. */
export const upgrade = async (month: Month) => {
  const { stand } = month
  return withOrder(month, async () => follow(stand, 'Upgrade', stand.releases.today, 'before-today'))
}
/**
 * A later release comes, and goes again: this one refuses its folder, and goes on with what was before. What people did
 * meanwhile is gone. Then the later one comes once more, and stays.
 */
export async function rollBack(month: Month) {
  const { stand, people } = month
  const { today, later } = stand.releases
  const bringBack = people.remember()
  await withOrder(month, async () => {
    await follow(stand, 'Upgrade', later, 'before-later')
    await people.compare()
    await trade(month)
    await stand.venue().stop()
    stand.install(today)
    await refusedOn(stand, stand.data, 'was written by a newer release')
    stand.install(later)
    await follow(stand, 'Back to the release before', today, 'before-later')
    bringBack()
  })
  stand.shell('rm -r /var/lib/kontor-newer')
  await withOrder(month, async () => follow(stand, 'Upgrade', later, 'before-later-again'))
}

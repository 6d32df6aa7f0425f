import { cleaned } from '#src/parts/recording/clean.ts'
import { recordingOf } from '#src/parts/recording/tape.ts'
import { gunzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'

const folder = new URL('../recordings/', import.meta.url)
/** A recording of `tests/recordings/`, by its name. */
export function recordedHour(name: string) {
  const recording = recordingOf(gunzipSync(readFileSync(new URL(`${name}.jsonl.gz`, folder))).toString('utf8'))
  if (recording === null) throw new Error(`${name} is no recording`)
  const end: { readonly tapped: readonly string[]; readonly end: unknown } = JSON.parse(
    readFileSync(new URL(`${name}.end.json`, folder), 'utf8'),
  )
  return { recording, ...end }
}
/** As a replay shows it: names and the like were removed from what it was told. */
export const asReplayed = (shown: unknown): unknown => cleaned(JSON.parse(JSON.stringify(shown)))

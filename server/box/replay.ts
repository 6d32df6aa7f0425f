import { routeKeysOf } from '#server/core/routes.ts'
import { createBox, type Box } from './box.ts'
import { Killed } from './kill.ts'
import { RecordError, type BoxHash, type BoxPlan, type RecordLine } from './record.ts'

const unlessKilled = (thrown: unknown) => {
  if (!(thrown instanceof Killed)) throw thrown
}
/** Does to a box what one line tells, whose instant it is. */
async function applyLine(box: Box, line: RecordLine) {
  const { venue, uploads, act } = box
  if ('act' in line) return act(line.act)
  if ('upload' in line) return uploads.keep(...line.upload).catch(() => undefined)
  if ('posted' in line) return box.settle(line.posted.job, line.posted.answer)
  if ('restart' in line) return box.restart()
  if ('end' in line) return undefined
  const route = venue.routes.find((each) => routeKeysOf(each).includes(line.call))
  if (!route) throw new RecordError(`there is no call ${line.call}`)
  const { as: caller, body, key, needsKey, kill } = line
  return box.change({ route, caller, body, key, ...(needsKey && { needsKey }) }, kill).catch(unlessKilled)
}

type Replayed = {
  readonly was: BoxHash | null
  readonly is: BoxHash
  readonly lines: number
  /** The number of the first line before which the journal stood elsewhere than then, from 1 on. */
  readonly differs: number | null
}
/** Runs a record again, as fast as this machine can; answers what it came to then and comes to now. */
export async function replay(plan: BoxPlan, lines: readonly RecordLine[]): Promise<Replayed> {
  const box = await createBox(plan)
  const { turn, advance } = box.timeline
  let differs: number | null = null
  try {
    for (const [no, line] of lines.entries()) {
      const stand = await turn(async () => {
        await advance(line.at)
        return box.stand()
      })
      if (line.was !== undefined && line.was !== stand) differs ??= no + 1
      await applyLine(box, line)
    }
    const end = lines.at(-1)
    return { was: end && 'end' in end ? end.end : null, is: await box.hash(), lines: lines.length, differs }
  } finally {
    await box.stop()
  }
}

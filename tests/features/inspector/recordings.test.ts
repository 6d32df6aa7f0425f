import { createPlayer } from '#src/features/inspector/recording/player.ts'
import { packed, unpacked } from '#src/parts/recording/pack.ts'
import { recordingOf } from '#src/parts/recording/tape.ts'
import { asReplayed, recordedHour } from '#tests/support/recordings.ts'
import { filesIn } from '#tests/support/files.ts'
import { firstSeed, partOf } from '#tests/support/parts.ts'
import { statSync } from 'node:fs'
import { expect, test } from 'vitest'

const names = filesIn('tests/recordings', /\.jsonl\.gz$/).map((file) =>
  file.replace(/^.*\//, '').replace('.jsonl.gz', ''),
)

test('INS-18 ten trading hours with ten troubles are recorded, each in a small file', () => {
  expect(names).toEqual([
    'answers-doubled-and-late',
    'clock-skew-and-sleep',
    'contract-liquidated',
    'gap-and-resync',
    'half-open-socket',
    'line-lost-under-an-order',
    'login-ended-in-mid-order',
    'outbox-flushed',
    'round-settled-while-away',
    'venue-restarted',
  ])
  for (const name of names) {
    const { recording } = recordedHour(name)
    expect(recording.lines.at(-1)?.[0]).toBeGreaterThan(3_200_000)
    expect(statSync(`tests/recordings/${name}.jsonl.gz`).size).toBeLessThan(150_000)
  }
})

test.each(partOf(names, 2))(
  `INS-19 %s (half, by seed ${firstSeed}): replayed, the client ends as the page did, and shows the same at every line`,
  { timeout: 60_000 },
  async (name) => {
    const { recording, end } = recordedHour(name)
    const player = createPlayer(recording)
    await player.seek(player.lines.length)
    const state = player.state()
    expect(
      asReplayed(Object.fromEntries(Object.entries(state.shown).map(([what, { value }]) => [what, value]))),
    ).toEqual(asReplayed(end))
    expect(Object.values(state.shown).map(({ freshness }) => freshness)).toEqual(
      Object.values(state.shown).map(() => 'live'),
    )
    // A sleeping device wakes at an instant that the recording knows by its next line only: the replay dials once more
    // than the page did.
    expect([state.connection, state.openIntents]).toEqual([name === 'clock-skew-and-sleep' ? 'connecting' : 'live', 0])
    expect(new Set(state.changes.map(({ state: is }) => is))).toEqual(
      new Set(state.changes.some(({ state: is }) => is === 'refused') ? ['done', 'refused'] : ['done']),
    )
    // Back to the middle, and to the end once more: by seeking, not line by line.
    const middle = Math.floor(player.lines.length / 2)
    await player.seek(middle)
    const there = player.state()
    const again = createPlayer(recording)
    await again.seek(middle)
    expect(again.state()).toEqual(there)
    await again.seek(again.lines.length)
    expect(again.state()).toEqual(state)
    again.stop()
    player.stop()
  },
)

test('INS-24 a recording is saved packed and read again; what is no recording is not read', async () => {
  const text = '{"kontor":"recording","format":1,"app":1,"wallMs":5,"isCut":false}\n[0,"dial",1]\n[5,"down",1,"{}"]\n'
  const file = await packed(text, 'r')
  expect([file.name, await unpacked(file), await unpacked(new Blob([text]))]).toEqual(['r.jsonl.gz', text, text])
  expect(recordingOf(text)?.lines.length).toBe(2)
  expect(await unpacked(new Blob([new Uint8Array([0x1f, 0x8b, 1, 2, 3])]))).toBeNull()
})

import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { mask } from '#src/features/inspector/mask.ts'
import { unpacked } from '#src/parts/recording/pack.ts'
import { recordingOf } from '#src/parts/recording/tape.ts'
import { ContextView } from '@kontor/inspector/context-view'
import styles from '@kontor/inspector/inspector.module.css'
import type { Player } from './player.ts'

const linesShown = 8
const textLength = 160
const pauseMs = 60
const timeOf = (ms: number) => `${Math.floor(ms / 60_000)}:${((ms % 60_000) / 1000).toFixed(1).padStart(4, '0')}`

/** Opens a recording, and goes to a place of it or on and on. */
function usePlayer() {
  const [player, setPlayer] = useState<Player | null>(null)
  const [isBad, setBad] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  /** Where to; the newest wish ends the one before. */
  const wish = useRef(0)
  useEffect(() => () => player?.stop(), [player])

  const work = useRef(Promise.resolve())
  const seek = (to: number) => {
    if (player === null) return
    const mine = (wish.current += 1)
    work.current = work.current
      .then(() => (mine === wish.current ? player.seek(to, () => mine === wish.current) : undefined))
      .then(() => setAt(player.at()))
  }
  const latest = useRef(seek)
  latest.current = seek
  useEffect(() => {
    if (!isPlaying || player === null) return
    const timer = setInterval(
      () => (player.at() >= player.lines.length ? setPlaying(false) : latest.current(player.at() + 1)),
      pauseMs,
    )
    return () => clearInterval(timer)
  }, [isPlaying, player])
  const open = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const file = input.files?.[0]
    input.value = ''
    if (file === undefined) return
    const text = await unpacked(file).catch(() => null)
    const recording = text === null ? null : recordingOf(text)
    setBad(recording === null)
    if (recording === null) return
    setPlaying(false)
    setAt(0)
    const { createPlayer } = await import('./player.ts')
    setPlayer(createPlayer(recording))
  }
  return { player, isBad, isPlaying, setPlaying, at, seek, open }
}

/**
 * A recording, replayed by a client of its own on the recorded line and clock: line by line, on and on, or at any
 * place.
 */
export function ReplayPanel() {
  const { t } = useTranslation('inspector')
  const { player, isBad, isPlaying, setPlaying, at, seek, open } = usePlayer()
  const state = player?.state()
  return (
    <div className={styles.network}>
      <div className={styles.buttons}>
        <label className={styles.small}>
          {t('replaying.open')}
          <input
            type="file"
            className={styles.hidden}
            accept=".gz,.jsonl,application/gzip,application/x-ndjson"
            onChange={(event) => void open(event)}
          />
        </label>
        <button
          type="button"
          className={styles.small}
          disabled={player === null || at === 0}
          onClick={() => seek(at - 1)}
        >
          {t('replaying.back')}
        </button>
        <button type="button" className={styles.small} disabled={player === null} onClick={() => seek(at + 1)}>
          {t('replaying.step')}
        </button>
        <button
          type="button"
          className={styles.small}
          disabled={player === null}
          aria-pressed={isPlaying}
          onClick={() => setPlaying(!isPlaying)}
        >
          {isPlaying ? t('replaying.pause') : t('replaying.play')}
        </button>
      </div>
      {isBad && (
        <p role="alert" className={styles.no}>
          {t('replaying.bad')}
        </p>
      )}
      {player === null || state === undefined ? (
        <p className={styles.note}>{t('replaying.none')}</p>
      ) : (
        <Replayed player={player} state={state} at={at} onSeek={seek} />
      )}
    </div>
  )
}

type ReplayedProps = {
  readonly player: Player
  readonly state: ReturnType<Player['state']>
  readonly at: number
  readonly onSeek: (to: number) => void
}
/** A place of a recording: the last lines before it, and what the client shows there. */
function Replayed({ player, state, at, onSeek }: ReplayedProps) {
  const { t } = useTranslation('inspector')
  const first = Math.max(0, at - linesShown)
  return (
    <>
      {player.head.isCut && <p className={styles.note}>{t('replaying.isCut')}</p>}
      <label className={styles.place}>
        <span>{t('replaying.place', { at, of: player.lines.length, time: timeOf(player.nowMs()) })}</span>
        <input
          type="range"
          min={0}
          max={player.lines.length}
          value={at}
          onChange={(event) => onSeek(Number(event.target.value))}
        />
      </label>
      <ol className={styles.replayed}>
        {player.lines.slice(first, at).map((line, n) => (
          <li key={first + n} className={styles.code}>
            {timeOf(line[0])} {line.slice(1).join(' ').slice(0, textLength)}
          </li>
        ))}
      </ol>
      <h3 className={styles.sub}>{t('replaying.shown')}</h3>
      <ContextView value={mask.masked({ connection: state.connection, ...state.shown })} />
      <h3 className={styles.sub}>{t('replaying.changes', { n: state.changes.length })}</h3>
      <ContextView
        value={mask.masked(state.changes.map(({ path, state: is, reason }) => ({ path, state: is, reason })))}
      />
    </>
  )
}

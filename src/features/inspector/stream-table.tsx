import { useStream } from '#src/lib/use-stream.ts'
import { classes } from '#src/ui/classes.ts'
import { useTranslation } from 'react-i18next'
import styles from '@kontor/inspector/inspector.module.css'
import { rateAt, type ChannelView } from './streams-of.ts'
import { useNow } from '@kontor/inspector/use-inspection'
import type { Watched } from './watched.ts'

const seconds = (ms: number) => `${(Math.max(ms, 0) / 1000).toFixed(1)} s`
const tone = ({ state }: ChannelView) =>
  state === 'live' ? styles.yes : state === 'off' ? styles.no : state === 'left' ? styles.faint : styles.maybe

/** Every channel of the socket as its frames tell, and beside it a way to silence one. */
export function StreamTable({ watched }: { readonly watched: Watched }) {
  const { t } = useTranslation('inspector')
  const { network, recorder } = watched.inspection
  const now = useNow(recorder.nowMs)
  const view = watched.view()
  const { muted } = network.line()
  const rows = [...view.channels.values()].toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <>
      <p className={styles.note}>
        {t('line', {
          rate: rateAt(view.recent, now).toFixed(1),
          received: view.received,
          sent: view.sent,
          kB: Math.round(view.bytes / 1000),
        })}
      </p>
      {rows.length === 0 && <p className={styles.note}>{t('noChannels')}</p>}
      {rows.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              {(['channel', 'epoch', 'sequence', 'age', 'rate', 'gaps', 'state'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`columns.${name}`)}
                </th>
              ))}
              <th scope="col">{t('mute')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((channel) => (
              <tr key={channel.name} data-channel={channel.name}>
                <td>{channel.name}</td>
                <td>{channel.epoch?.slice(0, 8) ?? '—'}</td>
                <td className={styles.number}>{channel.seq ?? '—'}</td>
                <td className={styles.number}>{channel.lastAt === null ? '—' : seconds(now - channel.lastAt)}</td>
                <td className={styles.number}>{rateAt(channel.recent, now).toFixed(1)}</td>
                <td className={classes(styles.number, channel.gaps > 0 && styles.maybe)}>{channel.gaps}</td>
                <td className={tone(channel)}>
                  {channel.why === null
                    ? t(`channelStates.${channel.state}`)
                    : `${t(`channelStates.${channel.state}`)}: ${channel.why}`}
                </td>
                <td>
                  <button
                    type="button"
                    className={styles.small}
                    aria-pressed={muted.has(channel.name)}
                    onClick={() => network.act({ do: 'mute', channel: channel.name })}
                  >
                    {muted.has(channel.name) ? t('unmute') : t('mute')}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

/** How well the venue's clock is known: the offset of this device, and at most how wrong it is. */
export function ClockLine({ watched }: { readonly watched: Watched }) {
  const { t } = useTranslation('inspector')
  const { feeds } = watched.services
  const estimate = useStream(feeds.estimate$, null)
  const now = useNow(watched.inspection.recorder.nowMs)
  if (estimate === null) return <span className={styles.clock}>{t('clockUnknown')}</span>
  const errorMs = estimate.tripMs / 2
  const middle = estimate.serverAt + now - estimate.askedAt - errorMs
  const offset = Math.round(middle - Date.now())
  return (
    <span className={styles.clock}>
      {t('clock')} <b>{new Date(middle).toISOString().slice(11, 19)}</b>{' '}
      {`${offset >= 0 ? '+' : '-'}${Math.abs(offset)} ms ± ${Math.ceil(errorMs)}`}
    </span>
  )
}

/** What was decided and is not certain yet: intents, messages on their way, calls in flight. */
export function OpenThings({ watched }: { readonly watched: Watched }) {
  const { t } = useTranslation('inspector')
  const { intents, outbox } = watched.services
  const waiting = useStream(outbox.entries$, none)
  const now = useNow(Date.now)
  const open = intents.list()
  return (
    <ul className={styles.open}>
      <li>{t('inFlight', { n: watched.inspection.network.inFlight() })}</li>
      <li>{t('intents', { n: open.length })}</li>
      {open.map(({ key, method, path, atMs }) => (
        <li key={key} className={styles.code}>{`${method} ${path} · ${key.slice(0, 8)}… · ${seconds(now - atMs)}`}</li>
      ))}
      <li>{t('outbox', { n: waiting.length })}</li>
      {waiting.map(({ cid, chat, kind, fault, atMs }) => (
        <li key={cid} className={styles.code}>{`${kind} → ${chat} · ${fault ?? seconds(now - atMs)}`}</li>
      ))}
    </ul>
  )
}
const none: readonly never[] = []

import { classes } from './classes.ts'
import styles from './inspector.module.css'
import { machineSnapshot, type Watched } from './tap.ts'
import { useWords } from './words.ts'

const valueText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([name, below]) =>
            typeof below === 'object' && below !== null && Object.keys(below).length === 0
              ? name
              : `${name}.${valueText(below)}`,
          )
          .join(' · ')
      : ''
/** The state of an actor in one word: that of its machine, or how its work stands. */
export const stateText = (snapshot: unknown): string => {
  const machine = machineSnapshot(snapshot)
  if (machine !== null) return valueText(machine.value)
  return typeof snapshot === 'object' && snapshot !== null && 'status' in snapshot ? String(snapshot.status) : ''
}

type Props = {
  readonly actors: readonly Watched[]
  readonly chosen: number | null
  readonly onChoose: (number: number) => void
}
type Row = { readonly actor: Watched; readonly depth: number }

const rowsOf = (actors: readonly Watched[], parent: number | null, depth: number): readonly Row[] =>
  actors
    .filter((actor) => actor.parent === parent)
    .flatMap((actor) => [{ actor, depth }, ...rowsOf(actors, actor.number, depth + 1)])

/** Every actor as a tree, the ended ones faded below their parents until they are forgotten. */
export function ActorTree({ actors, chosen, onChoose }: Props) {
  const t = useWords()
  const known = new Set(actors.map(({ number }) => number))
  const rooted = actors.map((actor) =>
    actor.parent !== null && !known.has(actor.parent) ? { ...actor, parent: null } : actor,
  )
  return (
    <ul className={styles.tree} aria-label={t('actors')}>
      {rowsOf(rooted, null, 0).map(({ actor, depth }) => (
        <li key={actor.number}>
          <button
            type="button"
            className={classes(
              styles.actor,
              actor.number === chosen && styles.chosen,
              !actor.isRunning && styles.ended,
            )}
            aria-current={actor.number === chosen}
            data-depth={Math.min(depth, 5)}
            onClick={() => onChoose(actor.number)}
          >
            <span className={styles.name}>{actor.name}</span>
            <span className={styles.state}>
              {actor.isRunning ? stateText(actor.moments.at(-1)?.snapshot) : t('ended')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { filesIn } from '#tests/support/files.ts'
import { StateMachine, type AnyStateMachine } from 'xstate'

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine
/** A function that is named like a machine makes one; the one that needs a description of its entity makes many. */
const machineIn = ([name, value]: readonly [string, unknown]): AnyStateMachine[] => {
  if (!name.endsWith('Machine')) return []
  const made: unknown = typeof value === 'function' && value.length === 0 ? value() : value
  return isMachine(made) ? [made] : []
}
const found = (
  await Promise.all(
    filesIn('machines', /\.ts$/).map(async (file) => {
      const exported: unknown = await import(pathToFileURL(resolve(file)).href)
      const [machine] = Object.entries(Object(exported)).flatMap(machineIn)
      return machine === undefined ? [] : [{ name: basename(file, '.ts'), file, machine }]
    }),
  )
)
  .flat()
  .toSorted((one, other) => (one.name < other.name ? -1 : 1))

/** Every machine, by the name of the file it stands in, and these files. */
export const machines: Readonly<Record<string, AnyStateMachine>> = Object.fromEntries(
  found.map(({ name, machine }) => [name, machine]),
)
export const machineFiles: Readonly<Record<string, string>> = Object.fromEntries(
  found.map(({ name, file }) => [name, file]),
)

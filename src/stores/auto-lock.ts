import { fieldsOf, readStored } from '#src/lib/storage.ts'
import { create } from 'zustand'

/** Where the tabs of this browser share it; `stores/lock-mark.ts` reads and writes all of it. */
export const markName = 'autoLock'
/** After how many minutes this browser locks itself; 0: never. */
export const storedMinutes = () =>
  readStored(markName, (raw) => {
    const minutes = fieldsOf(raw)?.['minutes']
    return typeof minutes === 'number' ? minutes : null
  }) ?? 0

/** `unsure`: it is not decided yet, and what belongs to a person is covered. */
type State = { readonly minutes: number; readonly state: 'unsure' | 'away' | 'open' | 'locked' }
/** Whether this browser locks itself, and whether it is locked now. */
export const useAutoLock = create<State>()(() => ({ minutes: storedMinutes(), state: 'unsure' }))
/** True while nobody may see what belongs to the person who is logged in. */
export const isShut = ({ minutes, state }: State) => minutes > 0 && state !== 'open'

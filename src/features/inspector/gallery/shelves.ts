import { controls } from './controls.tsx'
import { fields } from './fields.tsx'
import { layers } from './layers.tsx'
import { lists } from './lists.tsx'
import { marketShelf } from './market.tsx'
import type { Shelf } from '@kontor/inspector/shelf'
import { states } from './states.tsx'

/** What is shown, in its order. */
export const shelves: readonly Shelf[] = [controls, fields, states, lists, marketShelf, layers]

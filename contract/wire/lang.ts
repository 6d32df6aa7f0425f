import * as z from 'zod/mini'
import { languages } from './languages.ts'

/**
 * A language as a field of a call; separate from the plain list, so that code that only needs the list does not import
 * zod.
 */
export const lang = z.enum(languages)

import * as z from 'zod/mini'
import { languages } from './languages.ts'

/** A language mark as a field of a call; apart from the plain list, so that who only reads the list does not carry zod. */
export const lang = z.enum(languages)

import * as z from 'zod/mini'
import { id } from '#contract/wire/fields.ts'

/** An account as the desk sees it: mail and phone masked. */
export const deskAccount = z.object({ id, nickname: z.string(), account: z.string() })
export type DeskAccount = z.output<typeof deskAccount>

import { createMask } from '@kontor/inspector/mask'
import { secretNames } from '#src/parts/recording/secrets.ts'

/** What the inspector never shows of Kontor: the names of its fields, and its API keys wherever they stand. */
export const mask = createMask({ names: secretNames, texts: /kak_\w+/g })

import { chatPaths } from '#src/lib/paths/chat.ts'

/** A page that is announced but not open yet: its title and a sentence that describes it. */
export type NotOpen = { readonly path: string; readonly title: string; readonly will: string; readonly tab?: 'contracts' | 'finance' }

/** All announced pages. Opening one needs no change here: a path with a route of its own is skipped. */
export const announced: readonly NotOpen[] = [{ path: chatPaths.qr, title: 'qr', will: 'chat' }]

import { hostingStories } from './hosting.ts'
import { leverStories } from './lever.ts'
import { optionStories } from './option.ts'
import { spotStories } from './spot.ts'
import type { Story } from './story.ts'

/** Every story that is played against the venue. */
export const stories: readonly Story[] = [...hostingStories, ...leverStories, ...optionStories, ...spotStories]

import { accountStories } from './account.ts'
import { callStories } from './calls.ts'
import { chatStories } from './chat.ts'
import { hostingStories } from './hosting.ts'
import { leverStories } from './lever.ts'
import { lineStories } from './line.ts'
import { loginStories } from './login.ts'
import { optionStories } from './option.ts'
import { otcStories } from './otc.ts'
import { packetStories } from './packets.ts'
import { spotStories } from './spot.ts'
import { triggerStories } from './trigger.ts'
import { walletStories } from './wallet.ts'
import type { Story } from './story.ts'

/** Every story that is played against the venue. */
export const stories: readonly Story[] = [
  ...accountStories,
  ...callStories,
  ...chatStories,
  ...hostingStories,
  ...leverStories,
  ...lineStories,
  ...loginStories,
  ...optionStories,
  ...otcStories,
  ...packetStories,
  ...spotStories,
  ...triggerStories,
  ...walletStories,
]

import { launchProduct } from '#contract/launch/launch.ts'
import { encode } from '#contract/wire/coded.ts'
import { LaunchesPage } from '#src/features/launch/launches-page.tsx'
import { said, showPage } from '#tests/support/page-services.tsx'
import { aLaunch } from '#tests/support/builders/launch.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

const nowMs = 1_790_000_000_000
test.each([
  [true, ['Recommended next']],
  [false, []],
])(
  'LCH-11 while no coin can be subscribed to, the one that the venue recommends is shown: %s',
  async (isAny, headings) => {
    const { asked } = await showPage(<LaunchesPage />, {
      nowMs,
      answers: {
        '/api/lh/send/config': said([]),
        '/api/lh/send/get_recommend': said(
          isAny
            ? encode(
                launchProduct,
                aLaunch({ start_ms: nowMs + 60_000, end_ms: nowMs + 120_000, online_ms: nowMs + 180_000 }),
              )
            : {},
        ),
      },
    })
    await screen.findByText('No coin is open for subscription now.')
    if (isAny) await screen.findByRole('heading', { name: 'Recommended next' })
    expect(screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(headings)
    expect(asked.some(({ path }) => path.endsWith('get_recommend'))).toBe(true)
  },
)

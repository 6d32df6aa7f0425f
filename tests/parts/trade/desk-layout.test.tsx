import { TradeDeskLayout } from '#src/parts/trade/trade-desk-layout.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { showPage } from '#tests/support/page-services.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'

test('T42 the chart of a desk has its indicators a tap away; a fifth pane takes the place of the first', async () => {
  await showPage(
    <TradeDeskLayout
      page="spot"
      market="BTC-USDT"
      chart={() => null}
      ticket={null}
      book={() => null}
      bookRest={0}
      orders={null}
    />,
    { feeds: { deals$: () => NEVER } },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Indicators' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Indicators' }))
  for (const name of ['RSI', 'ATR', 'SAR', 'DMI', 'OBV']) await userEvent.click(sheet.getByRole('checkbox', { name }))
  expect(useSettings.getState().indicators).toEqual(['MA', 'RSI', 'ATR', 'SAR', 'DMI', 'OBV'])
  expect(sheet.getByRole('checkbox', { name: 'VOL' })).not.toBeChecked()
  // An indicator without numbers has none to choose.
  expect(sheet.queryByRole('group', { name: 'OBV' })).toBeNull()
  expect(within(sheet.getByRole('group', { name: 'SAR' })).getByLabelText('Step (0.01)')).toHaveValue('2')
})

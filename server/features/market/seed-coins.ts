import { accountKinds } from '#contract/wire/booking.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import type { Coin, Network } from './rows.ts'
import type { MarketContext } from './context.ts'

const network = (
  name: string,
  confirmations: number,
  depositMin: string,
  minNumber: string,
  feeMin: string,
): Network => ({
  name,
  depositMin,
  minNumber,
  rate: '0',
  feeMin,
  confirmations,
  isEnabled: true,
})
type Seed = Pick<Coin, 'id' | 'name' | 'chain' | 'scale' | 'minNumber' | 'chainFee' | 'depositMin'> & {
  networks?: readonly Network[]
}

const seeds: readonly Seed[] = [
  {
    id: baseCoin.id,
    name: baseCoin.name,
    chain: 'TRC20',
    scale: 6,
    minNumber: '10',
    chainFee: '1',
    depositMin: '10',
    networks: [
      network('TRC20', 20, '10', '10', '1'),
      network('BSC', 15, '10', '10', '0.5'),
      network('ERC20', 12, '20', '20', '5'),
    ],
  },
  {
    id: 1,
    name: 'BTC',
    chain: 'BTC',
    scale: 8,
    minNumber: '0.001',
    chainFee: '0.0002',
    depositMin: '0.0005',
    networks: [network('BSC', 15, '0.0002', '0.0005', '0.00001')],
  },
  {
    id: 2,
    name: 'ETH',
    chain: 'ERC20',
    scale: 8,
    minNumber: '0.01',
    chainFee: '0.002',
    depositMin: '0.005',
    networks: [network('ERC20', 12, '0.005', '0.01', '0.002')],
  },
  { id: 4, name: 'SOL', chain: 'SOL', scale: 8, minNumber: '0.1', chainFee: '0.01', depositMin: '0.05' },
  { id: 5, name: 'XRP', chain: 'XRP', scale: 6, minNumber: '20', chainFee: '0.2', depositMin: '10' },
  { id: 6, name: 'DOGE', chain: 'DOGE', scale: 8, minNumber: '50', chainFee: '4', depositMin: '20' },
  { id: 7, name: 'LTC', chain: 'LTC', scale: 8, minNumber: '0.05', chainFee: '0.002', depositMin: '0.01' },
  { id: 8, name: 'TRX', chain: 'TRX', scale: 6, minNumber: '20', chainFee: '1', depositMin: '10' },
  { id: 9, name: 'BNB', chain: 'BSC', scale: 8, minNumber: '0.02', chainFee: '0.0005', depositMin: '0.01' },
]

/** Adds the initial coins. The base coin may be in accounts of every kind, the others only in `legal` and `change`. */
export const seedCoins = ({ tables, now }: MarketContext) => {
  seeds.forEach((seed, sort) => {
    if (tables.coins.get(seed.id)) return
    tables.coins.put({
      ...seed,
      logo: `/coins/${seed.name.toLowerCase()}.svg`,
      sort,
      isDisplayed: true,
      kinds: seed.id === baseCoin.id ? accountKinds : ['legal', 'change'],
      networks: seed.networks ?? [],
      maxNumber: '0',
      rate: '0',
      microFee: '0',
      microMin: '10',
      microMax: '5000',
      microHold: 10,
      createdAt: now(),
    })
  })
}

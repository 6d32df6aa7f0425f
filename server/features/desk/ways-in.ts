import { isBankCode, isIban } from '#contract/wallet/bank-accounts.ts'
import { depositWay, depositWays } from '#contract/desk/desk-money.ts'
import { addressForms, addressOn, hasMemo } from '#contract/market/market-address.ts'
import { decode } from '#contract/wire/coded.ts'
import {
  checkBetween,
  decimalField,
  outOfRange,
  productTool,
  switchField,
  wholeField,
  wordField,
  type FieldDef,
} from '#server/features/finance/earnings/product.ts'
import { fiatsOf } from '#server/features/market/fiats.ts'
import type { Network, NetworkDeposit } from '#server/features/market/rows.ts'
import type { HouseAccount } from '#server/features/wallet/bank/rows.ts'
import { poolId } from '#server/features/wallet/deposit/rows.ts'
import { freeIn } from '#server/features/wallet/deposit/ways.ts'
import type { DeskContext } from './context.ts'

const amount = ['0', '1000000000'] as const

/** A coin on a network. */
export type Way = { coin: string; network: Network & { deposit: NetworkDeposit } }
const closed: NetworkDeposit = { way: 'pool', address: '', fee: '0', isOpen: false }
const setNetwork = (way: Way, network: Partial<Network>): Way => ({ ...way, network: { ...way.network, ...network } })
const setDeposit = (way: Way, deposit: Partial<NetworkDeposit>) =>
  setNetwork(way, { deposit: { ...way.network.deposit, ...deposit } })

/** A field of the network itself, in the form of the field that a product would have. */
const networkField = (field: FieldDef<Network>): FieldDef<Way> => ({
  ...field,
  isFixed: () => false,
  read: ({ network }) => field.read(network),
  write: (way, value) => setNetwork(way, field.write(way.network, value)),
})
const depositField = (field: FieldDef<NetworkDeposit>): FieldDef<Way> => ({
  ...field,
  isFixed: () => false,
  read: ({ network }) => field.read(network.deposit),
  write: (way, value) => setDeposit(way, field.write(way.network.deposit, value)),
})
export const waysIn = ({ tables }: Pick<DeskContext, 'tables'>): Way[] =>
  [...tables.coins.all()].flatMap((coin) =>
    coin.networks.map((network) => ({
      coin: coin.name,
      network: { ...network, deposit: network.deposit ?? closed },
    })),
  )
export const wayId = ({ coin, network }: Way) => `${coin}-${network.name}`
export const wayName = ({ coin, network }: Way) => `${coin} · ${network.name}`
const coinOf = ({ tables }: Pick<DeskContext, 'tables'>, { coin }: Pick<Way, 'coin'>) => tables.coins.one('name', coin)
export const poolOf = (ctx: Pick<DeskContext, 'tables'>, way: Way) =>
  poolId(coinOf(ctx, way)?.id ?? 0, way.network.name)
/** How many addresses of a way nobody has yet. */
export const freeOf = (ctx: Pick<DeskContext, 'tables'>, way: Way) =>
  freeIn(ctx, coinOf(ctx, way)?.id ?? 0, way.network.name)

function checkWay(ctx: DeskContext, way: Way, before: Way | null) {
  const { coin, network } = way
  const { deposit } = network
  if (before === null && waysIn(ctx).some((each) => wayId(each) === wayId(way))) throw outOfRange('network', '', '')
  if (deposit.way === 'memo' && !hasMemo(network.name)) throw outOfRange('way', '', '')
  if (deposit.way === 'memo' && addressOn(network.name, deposit.address) !== deposit.address)
    throw outOfRange('address', '', '')
  // What comes in is more than what is kept of it.
  checkBetween('fee', deposit.fee, '0', network.depositMin)
  const scale = ctx.tables.coins.one('name', coin)?.scale ?? 0
  for (const name of ['depositMin', 'minNumber', 'feeMin'] as const)
    if ((network[name].split('.')[1]?.length ?? 0) > scale) throw outOfRange(name, ...amount)
  if ((deposit.fee.split('.')[1]?.length ?? 0) > scale) throw outOfRange('fee', ...amount)
}

/** The networks by which coins come in and go out. An address of a pool is never typed: pools are imported. */
export const networkTool = productTool<DeskContext, Way>({
  kind: 'network',
  fields: ({ tables }) => [
    {
      ...wordField<'coin', Way>('coin', 'choice', { choices: [...tables.coins.all()].map(({ name }) => name) }),
      isFixed: () => true,
    },
    {
      name: 'network',
      type: 'choice',
      choices: addressForms,
      isFixed: () => true,
      read: ({ network }) => network.name,
      write: (way, name) => setNetwork(way, { name }),
    },
    depositField(switchField('isOpen')),
    {
      name: 'way',
      type: 'choice',
      choices: depositWays,
      read: ({ network }) => network.deposit.way,
      write: (row, value) => {
        const read = decode(depositWay, value)
        return read.success ? setDeposit(row, { way: read.data }) : row
      },
    },
    depositField(wordField('address', 'line', { isOptional: true })),
    networkField(decimalField('depositMin', '0.00000001', amount[1])),
    networkField(wholeField('confirmations', 1, 1000)),
    depositField(decimalField('fee', ...amount)),
    networkField(decimalField('minNumber', '0.00000001', amount[1])),
    networkField(decimalField('feeMin', ...amount)),
  ],
  rows: waysIn,
  idOf: wayId,
  nameOf: (_, way) => wayName(way),
  isOpen: (_, { network }) => network.isEnabled && network.deposit.isOpen,
  running: ({ tables }, way) => tables.depositPools.get(poolOf({ tables }, way))?.given ?? 0,
  blank: () => ({
    coin: 'USDT',
    network: {
      name: addressForms[0] ?? '',
      depositMin: '1',
      minNumber: '1',
      rate: '0',
      feeMin: '1',
      confirmations: 20,
      isEnabled: true,
      deposit: closed,
    },
  }),
  check: checkWay,
  put: (ctx, way) => {
    const coin = coinOf(ctx, way)
    if (coin === undefined) throw new Error(`no coin ${way.coin}`)
    const isOther = ({ name }: Network) => name !== way.network.name
    const networks = coin.networks.some((each) => !isOther(each))
      ? coin.networks.map((each) => (isOther(each) ? each : way.network))
      : [...coin.networks, way.network]
    ctx.tables.coins.put({ ...coin, networks })
    return way
  },
})

const optional = (name: 'iban' | 'swift' | 'routing' | 'note' | 'hours'): FieldDef<HouseAccount> => ({
  name,
  type: name === 'note' ? 'text' : 'line',
  isOptional: true,
  read: (row) => row[name] ?? '',
  write: (row, value) => ({ ...row, [name]: value === '' ? null : value }),
})
const countryForm = /^[A-Z]{2}$/
function checkAccount(_: DeskContext, row: HouseAccount) {
  if (!countryForm.test(row.country)) throw outOfRange('country', '', '')
  if (row.iban !== null && !isIban(row.iban)) throw outOfRange('iban', '', '')
  for (const name of ['swift', 'routing'] as const) {
    const code = row[name]
    if (code !== null && !isBankCode(code)) throw outOfRange(name, '', '')
  }
  checkBetween('min', row.min, '0.01', row.max)
}
/** The accounts of the venue to which people transfer, one currency each. */
export const accountTool = productTool<DeskContext, HouseAccount>({
  kind: 'account',
  fields: ({ settings }) => [
    {
      ...wordField<'fiat', HouseAccount>('fiat', 'choice', {
        choices: fiatsOf(settings.market).map(({ code }) => code),
      }),
      isFixed: () => true,
    },
    switchField('isOpen'),
    wordField('country', 'line'),
    wordField('payeeName', 'line'),
    wordField('payeeAddress', 'line'),
    wordField('bankName', 'line'),
    wordField('bankAddress', 'line'),
    wordField('account', 'line'),
    optional('iban'),
    optional('swift'),
    optional('routing'),
    decimalField('min', '0.01', amount[1]),
    decimalField('max', '0.01', amount[1]),
    decimalField('feeRate', '0', '0.1'),
    optional('hours'),
    optional('note'),
    wholeField('sort', 0, 9999),
  ],
  rows: ({ tables }) =>
    [...tables.houseAccounts.all()]
      .filter(({ kind }) => kind === 'remittance')
      .toSorted((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1)),
  idOf: ({ id }) => id,
  nameOf: (_, { fiat, bankName, account }) => `${fiat} · ${bankName} · ${account.slice(-4)}`,
  isOpen: (_, { isOpen }) => isOpen,
  running: ({ tables }, { id }) =>
    [...tables.remittances.all()].filter(({ account, status }) => account === id && status === 'processing').length,
  blank: ({ tables }) => ({
    id: `account-${tables.houseAccounts.count() + 1}`,
    kind: 'remittance',
    fiat: 'USD',
    country: '',
    payeeName: '',
    payeeAddress: '',
    bankName: '',
    bankAddress: '',
    account: '',
    iban: null,
    swift: null,
    routing: null,
    min: '20',
    max: '50000',
    feeRate: '0',
    note: null,
    hours: null,
    sort: tables.houseAccounts.count(),
    isOpen: false,
  }),
  check: checkAccount,
  put: ({ tables }, row) => tables.houseAccounts.put(row),
})

import type { BankContext } from './context.ts'
import type { HouseAccount } from './rows.ts'

/** Banks that people choose from; whose bank is not among them types its name. */
const names = [
  'HSBC',
  'Bank of China (Hong Kong)',
  'Hang Seng Bank',
  'Standard Chartered',
  'Bank of East Asia',
  'ZA Bank',
  'Industrial and Commercial Bank of China',
  'China Construction Bank',
  'Agricultural Bank of China',
  'Bank of China',
  'Bank of Communications',
  'China Merchants Bank',
  'Ping An Bank',
  'MUFG Bank',
  'Sumitomo Mitsui Banking',
  'Mizuho Bank',
  'Japan Post Bank',
  'Rakuten Bank',
  'KB Kookmin Bank',
  'Shinhan Bank',
  'Woori Bank',
  'Hana Bank',
  'KakaoBank',
  'Bangkok Bank',
  'Kasikornbank',
  'SCB',
  'Krungthai Bank',
  'DBS Bank',
  'OCBC',
  'UOB',
  'Citibank',
  'JPMorgan Chase',
  'Bank of America',
  'Banco Santander',
  'BBVA',
  'CaixaBank',
  'Deutsche Bank',
  'Barclays',
  'BNP Paribas',
  'Wise',
]

/** How many banks have a name in each language: those of the list, whose numbers follow it. */
export const namedBanks = names.length
/** Adds the banks of the list that are missing. */
export const seedBanks = ({ tables }: BankContext) =>
  names.forEach((name, sort) => {
    if (!tables.banks.get(sort + 1)) tables.banks.put({ id: sort + 1, name, sort })
  })

type Seed = Pick<
  HouseAccount,
  | 'id'
  | 'fiat'
  | 'country'
  | 'bankName'
  | 'bankAddress'
  | 'account'
  | 'iban'
  | 'swift'
  | 'routing'
  | 'min'
  | 'max'
  | 'feeRate'
>
const accounts: readonly Seed[] = [
  {
    id: 'hkd',
    fiat: 'HKD',
    country: 'HK',
    bankName: 'Kontor Demo Bank',
    bankAddress: '1 Demo Road, Hong Kong',
    account: '000123456789',
    iban: null,
    swift: 'DEMOHKHH',
    routing: null,
    min: '100',
    max: '200000',
    feeRate: '0.002',
  },
  {
    id: 'usd',
    fiat: 'USD',
    country: 'US',
    bankName: 'Kontor Demo Bank',
    bankAddress: '1 Demo Street, New York',
    account: '000987654321',
    iban: null,
    swift: 'DEMOUS33',
    routing: '011000015',
    min: '20',
    max: '50000',
    feeRate: '0.003',
  },
  {
    id: 'eur',
    fiat: 'EUR',
    country: 'DE',
    bankName: 'Kontor Demo Bank',
    bankAddress: 'Demostraße 1, Frankfurt am Main',
    account: '0532013000',
    iban: 'DE89370400440532013000',
    swift: 'DEMODEFF',
    routing: null,
    min: '20',
    max: '50000',
    feeRate: '0.001',
  },
  {
    id: 'jpy',
    fiat: 'JPY',
    country: 'JP',
    bankName: 'Kontor Demo Bank',
    bankAddress: '1-1-1 Demo, Chiyoda, Tokyo',
    account: '1234567',
    iban: null,
    swift: 'DEMOJPJT',
    routing: null,
    min: '3000',
    max: '5000000',
    feeRate: '0.002',
  },
  {
    id: 'thb',
    fiat: 'THB',
    country: 'TH',
    bankName: 'Kontor Demo Bank',
    bankAddress: '1 Demo Road, Bangkok',
    account: '1112223334',
    iban: null,
    swift: 'DEMOTHBK',
    routing: null,
    min: '700',
    max: '1500000',
    feeRate: '0.002',
  },
]
const payee = { payeeName: 'KONTOR DEMO LTD', payeeAddress: '1 Demo Road, Hong Kong', note: null, isOpen: true }
/**
 * The demo's accounts to pay to. In production there are none until an operator enters real ones: money sent to a
 * sample would be lost.
 */
export const seedHouseAccounts = ({ tables, settings }: BankContext) => {
  if (!settings.demo) return
  const company = {
    id: 'company',
    fiat: 'HKD',
    country: 'HK',
    bankName: 'Kontor Demo Bank',
    bankAddress: '1 Demo Road, Hong Kong',
    account: '000123456788',
    iban: null,
    swift: null,
    routing: null,
    min: '0',
    max: '0',
    feeRate: '0',
    kind: 'company' as const,
  }
  const all = [company, ...accounts.map((account) => ({ ...account, kind: 'remittance' as const }))]
  all.forEach((account, sort) => {
    if (!tables.houseAccounts.get(account.id)) tables.houseAccounts.put({ ...account, ...payee, sort })
  })
}

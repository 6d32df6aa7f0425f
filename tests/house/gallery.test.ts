import { componentsOf, componentTexts } from '#scripts/gallery/components.ts'
import { textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

/** Components that the gallery does not show, and why. */
const leftOut: Readonly<Record<string, string>> = {
  MenuAt: 'is MenuSheet on desktops',
  MenuList: 'is the list of MenuSheet',
  Line: 'is one line of GateCard',
  LevelLine: 'is the line of GateCard for a level, which asks the venue',
  SumLine: 'is the line of GateCard for a sum',
  PinField: 'is FundPassword in a form with a gate',
  Page: 'the gallery stands in it',
  Unread: 'is what Loaded shows before its value',
  PullToRefresh: 'is seen only while a finger pulls the page',
  Chart: 'is what CandleChart draws with',
  ChartCanvas: 'is what CandleChart draws with',
  ChartHandles: 'lies over the bars of CandleChart, where its canvas puts it',
  ChartPlacing: 'takes the touches of CandleChart while a line is drawn',
  LineMenu: 'is opened by CandleChart and draws on its canvas',
  OrderReview: 'is ReviewSheet for an order that was moved on a chart',
  TriggerReview: 'is ReviewSheet for a trigger that was moved on a chart',
  PriceMenu: 'is opened by CandleChart for a price that was pressed',
  StopReview: 'is ReviewSheet for a contract whose stop was moved on a chart',
  TradeKeys: 'listens to keys, which would act on the whole gallery',
  TradePhoneLayout: 'arranges a whole page of a phone',
  TradeDeskLayout: 'arranges a whole page of a desktop',
  Split: 'shares a whole page of a desktop between two docks',
  Fitted: 'is measured by the layout of a desktop page',
  BookColumn: 'is measured by the layout of a desktop page',
  FileInput: 'is not drawn: PhotoField and PictureField press it',
  MoneyField: 'is AmountField of a money form',
  MoneyReview: 'is ReviewSheet of a money form',
  MoneyPage: 'arranges a whole page',
  MoneySheet: 'is Sheet with a money form',
  MarketPage: 'arranges a whole page',
  Amount: 'is Money that can be hidden',
  TodayPnl: 'is Amount with its words',
  TotalHead: 'is the eye of all amounts beside a name',
  TotalAmount: 'is Amount of the total',
  FormShell: 'is the fields of a form with FormFailure and Button',
  FieldNote: 'is the line below Field',
  FormAlert: 'is FormFailure with words of its own',
  TotpField: 'is FormField for the code of an authenticator app',
  ListPage: 'arranges a whole page around Paged',
  ChatTurns: 'is OtcTurns for messages and friend requests',
  OrderHeads: 'names the columns of a list of orders',
  PercentChips: 'fills in a field of an order form',
  AmendTrigger: 'is MoneySheet for a trigger',
  BlockRows: 'arranges rows of orders and triggers',
  CancelAll: 'is Button and ConfirmDialog over a list of orders',
  TriggerRow: 'is a row of a list of triggers, laid out by that list',
  LegRow: 'is a row of a list of triggers, laid out by that list',
  PriceField: 'is StepField for a price',
  SourceSelect: 'is Select for the price that counts',
  ThenSwitch: 'is Segmented for what is made',
  TriggerHistory: 'is Paged with triggers that are over',
  KeptDays: 'is Note with a number of days',
  PhotoViewer: 'covers the whole page',
  Photos: 'is PhotoViewer and what opens it',
  CameraSheet: 'asks for the camera of the device',
  Frame: 'lies over what the camera of CameraSheet sees',
  AskedNote: 'is Banner where the venue waits for an answer',
  Price: 'is Money with the decimals of a pair',
  DepositList: 'is CaseList with the deposits of a member',
  WithdrawList: 'is CaseList with the withdrawals of a member',
  RemittanceList: 'is CaseList with the fast buys of a member',
}
const shelves = ['controls', 'fields', 'layers', 'states', 'lists', 'market']
/** The names under which a shelf shows its specimens. */
const shownIn = (text: string) => {
  const block = text.slice(text.indexOf('specimens: {') + 'specimens: '.length)
  return [...block.matchAll(/(?:[{,]|\n)\s*([A-Z]\w*)(?=\s*[:,])/g)].map(([, name = '']) => name)
}
const shown = shelves.flatMap((name) => shownIn(textOf(`src/features/inspector/gallery/${name}.tsx`)))
const missing = (names: readonly string[], seen: readonly string[]) => names.filter((name) => !seen.includes(name))

test('INS-29 every shared component is in the gallery, or is left out for a reason', () => {
  const names = componentsOf().map(({ name }) => name)
  expect(missing(names, [...shown, ...Object.keys(leftOut)])).toEqual([])
  expect(missing(Object.keys(leftOut), names)).toEqual([])
  expect(Object.keys(leftOut).filter((name) => shown.includes(name))).toEqual([])
})
test('INS-29 the rule bites', () => {
  expect(shownIn('const x = { specimens: { Button: Buttons, Bell,\n  Icon: () => <Icon name="x" /> } }')).toEqual([
    'Button',
    'Bell',
    'Icon',
  ])
  expect(missing(['Button', 'Icon'], ['Icon'])).toEqual(['Button'])
})
test('INS-30 the gallery tells of each component what its code says of it', () => {
  expect(
    componentsOf()
      .filter(({ text }) => text === '')
      .map(({ file, name }) => `${file}: ${name}`),
  ).toEqual([])
  expect(componentTexts()['Button']).toEqual({
    file: 'src/ui/button.tsx',
    text: componentsOf().find(({ name }) => name === 'Button')?.text,
  })
})

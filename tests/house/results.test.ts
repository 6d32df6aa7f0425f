import { codeOf, files } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

/** A fee or a night taken off something, and a cost divided by an amount. */
const signs = [
  /\b(?:\w*[pP]rofits?|profitOf\([^)]*|won|pnl)\)?\s*-\s*(?:parseDec\()?[\w.]*(?:[fF]ee|[oO]vernight|[nN]ight)/,
  /-\s*(?!part\.)(?:parseDec\()?[\w.]*(?:trade_fee|overnight_money|nightMoney|overnight)\b/,
  /\b\w*[cC]ost\b[^;\n]*\*[^;\n]*\/\s*[\w.]*(?:amount|held|number)\b/,
]
const isResult = (code: string) => code.split('\n').some((line) => signs.some((sign) => sign.test(line)))

test('PNL-5 no file but contract/pnl.ts takes fees off a result or averages a cost', () => {
  const planted = [
    'net: gross - fee - overnight',
    'profitOf(a, b) - row.nightMoney',
    'parseDec(fact_profits) - parseDec(trade_fee)',
    '(basis.cost * units) / basis.amount',
  ]
  expect(planted.map(isResult)).toEqual(planted.map(() => true))
  const places = files.filter(
    (file) => /^(?:contract|machines|streams|server|src)\/.*\.tsx?$/.test(file) && file !== 'contract/pnl.ts',
  )
  expect(places.filter((file) => isResult(codeOf(file)))).toEqual([])
})

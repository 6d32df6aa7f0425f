/**
 * The reference: what a page without a framework does for the same rows. It runs in the frozen document of the real
 * page,
 * so that styles and layout are the very same, and writes text where text has changed, on the frame, at the same pace.
 * Sent to the browser as its own source: it must not use anything from outside of itself.
 */
export function plainPage() {
  const [bookMs, listMs, maxDeals] = [100, 250, 60]
  type Row = { bar: HTMLElement; price: Element; amount: Element; row: Element }
  const cellsOf = (row: Element): Row[] => {
    const [bar, price, amount] = row.children
    return bar instanceof HTMLElement && price && amount ? [{ row, bar, price, amount }] : []
  }
  const levels = (name: string) =>
    [...document.querySelectorAll(`[role="group"][aria-label="${name}"] [data-level]`)].flatMap(cellsOf)
  const rows = { bids: levels('Bids'), asks: levels('Asks').toReversed() }
  const dealRows = [...document.querySelectorAll('[role="list"] > [role="listitem"] > div')].map((row) => [
    ...row.children,
  ])
  const [rise = '', fall = ''] = ['▲', '▼'].map(
    (arrow) => dealRows.find(([, price]) => price?.textContent.includes(arrow))?.[1]?.className ?? '',
  )
  const prices = [...document.querySelectorAll('[data-plain="price"]')]
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

  const book = { bids: new Map<string, string>(), asks: new Map<string, string>() }
  type Deal = { side: string; price: string; amount: string; at_ms: number }
  let deals: Deal[] = []
  let last = ''
  const write = (node: Element | ChildNode | null | undefined, text: string) => {
    if (node && node.textContent !== text) node.textContent = text
  }
  /** As the app writes it in English, so that both pages show the same. */
  const grouped = (amount: string) => {
    const [whole = '', part] = amount.split('.')
    const thousands = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
    return part === undefined ? thousands : `${thousands}.${part}`
  }
  const shorten = (amount: string) => {
    const [whole = '0', part = ''] = amount.split('.')
    const room = Math.max(0, 6 - whole.length)
    return part === '' || room === 0 ? whole : `${whole}.${part.slice(0, room)}`
  }
  const paintBook = () => {
    const best = (side: Map<string, string>, sign: number, most: number) =>
      [...side].sort(([a], [b]) => (Number(a) - Number(b)) * sign).slice(0, most)
    const sides = [
      { cells: rows.bids, shown: best(book.bids, -1, rows.bids.length) },
      { cells: rows.asks, shown: best(book.asks, 1, rows.asks.length) },
    ]
    const sum = (shown: [string, string][]) => shown.reduce((total, [, amount]) => total + Number(amount), 0)
    const max = Math.max(...sides.map(({ shown }) => sum(shown)))
    for (const { cells, shown } of sides) {
      let total = 0
      shown.forEach(([price, amount], at) => {
        const cell = cells[at]
        if (!cell) return
        total += Number(amount)
        write(cell.price, grouped(price))
        write(cell.amount, grouped(shorten(amount)))
        const label = `Price ${grouped(price)}, Amount ${grouped(amount)}`
        if (cell.row.getAttribute('aria-label') !== label) cell.row.setAttribute('aria-label', label)
        cell.bar.style.transform = `scaleX(${(total / max).toFixed(3)})`
      })
    }
  }
  const paintDeals = () => {
    dealRows.forEach(([time, price, amount], at) => {
      const deal = deals[at]
      if (!deal) return
      write(time, clock.format(deal.at_ms))
      write(price?.firstElementChild, deal.side === 'buy' ? '▲' : '▼')
      write(price?.lastElementChild, grouped(deal.price))
      if (price) price.className = deal.side === 'buy' ? rise : fall
      write(amount, grouped(deal.amount))
    })
  }
  const paintPrice = () => {
    for (const cell of prices) {
      const text = grouped(last)
      if (cell.lastChild?.textContent === text) continue
      write(cell.lastChild, text)
      cell.firstElementChild?.animate({ opacity: [1, 0] }, { duration: 300, easing: 'ease-out' })
    }
  }
  /** At once when it has rested long enough, else when it has; on the frame in either case. */
  const paced = (everyMs: number, paint: () => void) => {
    let isPending = false
    let lastAt = 0
    const go = () => {
      lastAt = performance.now()
      requestAnimationFrame(() => {
        isPending = false
        paint()
      })
    }
    return () => {
      if (isPending) return
      isPending = true
      const waitMs = lastAt + everyMs - performance.now()
      if (waitMs > 0) setTimeout(go, waitMs)
      else go()
    }
  }
  const planBook = paced(bookMs, paintBook)
  const planDeals = paced(listMs, paintDeals)
  const planPrice = paced(listMs, paintPrice)
  const put = (side: Map<string, string>, some: [string, string][]) => {
    for (const [price, amount] of some) {
      if (amount === '0') side.delete(price)
      else side.set(price, amount)
    }
  }
  type Push = {
    c?: string
    k?: string
    i?: number
    d: { bids: [string, string][]; asks: [string, string][]; deals: Deal[]; rows: { m: string; last: string }[] }
  }
  const take = ({ c, k, d }: Push) => {
    if (c === 'depth:BTC-USDT') {
      if (k === 'snap') {
        book.bids.clear()
        book.asks.clear()
      }
      put(book.bids, d.bids)
      put(book.asks, d.asks)
      planBook()
    } else if (c === 'deals:BTC-USDT') {
      deals = [...d.deals, ...deals].slice(0, maxDeals)
      planDeals()
    } else if (c === 'ticker:*') {
      for (const row of d.rows) if (row.m === 'BTC-USDT') last = row.last
      planPrice()
    }
  }
  const socket = new WebSocket(`ws://${location.host}/ws`, 'x1.json')
  const ask = (i: number, m: string, p: object) => socket.send(JSON.stringify({ i, m, p }))
  socket.addEventListener('message', ({ data }) => {
    const frame: Push | Push[] = JSON.parse(String(data))
    const parts = Array.isArray(frame) ? frame : [frame]
    for (const part of parts) {
      if (part.k === 'hello') ask(1, 'auth', { token: 'plain', lang: 'en', device: 'bench', tab: 'plain', v: 1 })
      else if (part.i === 1)
        ['depth:BTC-USDT', 'deals:BTC-USDT', 'ticker:*'].forEach((c, at) => ask(2 + at, 'sub', { c }))
      else take(part)
    }
  })
}

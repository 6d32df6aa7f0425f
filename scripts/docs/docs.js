// The search of the reference: only entries that have all the words typed stay, and the contents show no others.
const nav = document.querySelector('nav')
const entries = [...document.querySelectorAll('article')].map((article) => ({
  article,
  text: article.textContent.toLowerCase(),
  item: nav.querySelector(`a[href="#${CSS.escape(article.id)}"]`)?.closest('li'),
}))

const box = document.createElement('form')
box.className = 'search'
box.setAttribute('role', 'search')
const field = document.createElement('input')
field.type = 'search'
field.placeholder = 'Search calls, fields, reasons'
field.setAttribute('aria-label', 'Search calls, fields, reasons')
const count = document.createElement('output')
box.append(field, count)
nav.prepend(box)

const search = () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
  let found = 0
  for (const { article, text, item } of entries) {
    const isHit = words.every((word) => text.includes(word))
    article.hidden = !isHit
    if (item) item.hidden = !isHit
    found += isHit ? 1 : 0
  }
  for (const group of nav.querySelectorAll('details')) {
    const hasHit = group.querySelector('li:not([hidden])') !== null
    group.hidden = !hasHit
    group.open = words.length > 0 && hasHit
  }
  for (const section of document.querySelectorAll('section'))
    section.hidden = section.querySelector('article:not([hidden])') === null
  count.value = words.length === 0 ? '' : found === 0 ? 'Nothing has these words.' : `${found} found`
}
field.addEventListener('input', search)
box.addEventListener('submit', (event) => {
  event.preventDefault()
  const first = entries.find(({ article }) => !article.hidden)
  if (first) location.hash = first.article.id
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return
  event.preventDefault()
  field.focus()
})
// A link to an entry that the search has hidden shows it.
addEventListener('hashchange', () => {
  if (document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest('[hidden]') == null) return
  field.value = ''
  search()
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
})

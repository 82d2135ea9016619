// Keeps the operators' page up to date. Without it the page works all the same, and is as new as when it was loaded.
// What arrives is the server's own escaped HTML, made by the components that made the page.

const pending = document.querySelector('#pending')
const trail = document.querySelector('#trail')
const live = document.querySelector('#live')

/** As many lines as the server keeps. */
const SHOWN = 50

if (pending && trail && live) {
  const source = new EventSource(`/ops/audit?after=${encodeURIComponent(trail.dataset.last)}`)

  source.addEventListener('open', () => {
    live.textContent = 'Live: new calls appear here, the newest first.'
  })
  source.addEventListener('error', () => {
    live.textContent = 'The connection was lost. The page tries to connect again by itself.'
  })
  source.addEventListener('call', ({ data }) => {
    trail.prepend(elementOf(data))
    while (trail.children.length > SHOWN) trail.lastElementChild.remove()
  })
  source.addEventListener('request', ({ data }) => {
    const card = elementOf(data)
    if (document.getElementById(card.id) === null) pending.append(card)
  })
}

function elementOf(markup) {
  const template = document.createElement('template')
  template.innerHTML = markup
  return template.content.firstElementChild
}

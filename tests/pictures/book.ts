/** Writes the page to leaf through, of every picture that lies in the book: also those of an earlier, partial run. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BOOK } from './camera'
import { LANGUAGES, SIZES, STATES, THEMES } from './matrix'

interface Picture {
  name: string
  size: string
  theme: string
  language: string
  state: string
}

function pictures(): Picture[] {
  if (!existsSync(BOOK)) return []
  return readdirSync(BOOK, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap(name =>
      readdirSync(join(BOOK, name))
        .filter(file => file.endsWith('.png'))
        .map(file => {
          const [size = '', theme = '', language = '', state = ''] = file.replace('.png', '').split('-')
          return { name, size, theme, language, state }
        }),
    )
}

const AXES = { size: Object.keys(SIZES), theme: THEMES, language: LANGUAGES, state: STATES }

/** The page's own script: it is drawn from data, with nothing but what a browser has. */
const SCRIPT = `
const axes = Object.keys(AXES)
const orders = Object.fromEntries(axes.map(axis => [axis, AXES[axis]]))
ALL.sort((a, b) => a.name.localeCompare(b.name) || axes.map(axis => orders[axis].indexOf(a[axis]) - orders[axis].indexOf(b[axis])).find(Boolean) || 0)
const form = document.querySelector('form')
const list = document.querySelector('ol')
const image = document.querySelector('img')
const title = document.querySelector('output')
let shown = [], at = 0
const named = picture => [picture.name, picture.size, picture.theme, picture.language, picture.state].join(' · ')
const fileOf = ({ name, ...look }) => name + '/' + axes.map(axis => look[axis]).join('-') + '.png'
function show(index) {
  at = Math.max(0, Math.min(index, shown.length - 1))
  const picture = shown[at]
  title.textContent = picture ? (at + 1) + ' / ' + shown.length + '   ' + named(picture) : 'No picture'
  image.hidden = !picture
  if (!picture) return
  image.src = fileOf(picture)
  image.alt = named(picture)
  for (const button of list.querySelectorAll('button')) button.ariaCurrent = String(Number(button.value) === at)
  list.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' })
  history.replaceState(null, '', '#' + encodeURIComponent(named(picture)))
}
function filter(keep) {
  const wanted = Object.fromEntries(new FormData(form))
  shown = ALL.filter(one => axes.every(axis => !wanted[axis] || one[axis] === wanted[axis]) && one.name.includes(wanted.name.toLowerCase()))
  list.replaceChildren(...shown.map((one, index) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', value: String(index), textContent: named(one) })
    button.addEventListener('click', () => show(index))
    const item = document.createElement('li')
    item.append(button)
    return item
  }))
  show(Math.max(0, shown.findIndex(one => named(one) === keep)))
}
form.addEventListener('input', () => filter(shown[at] && named(shown[at])))
form.addEventListener('submit', event => event.preventDefault())
addEventListener('keydown', event => {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -shown.length, End: shown.length }[event.key]
  if (step === undefined) return
  event.preventDefault()
  show(at + step)
})
filter(decodeURIComponent(location.hash.slice(1)))
`

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif }
body { display: grid; grid: auto 1fr / 320px 1fr; gap: 12px; height: 100vh; margin: 0; padding: 12px; box-sizing: border-box }
form { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 12px; align-items: center }
h1 { font-size: 16px; margin: 0 12px 0 0 }
output { margin-left: auto; font-variant-numeric: tabular-nums }
ol { overflow: auto; margin: 0; padding: 0; list-style: none }
li button { width: 100%; border: 0; padding: 4px 8px; background: none; color: inherit; font: inherit; text-align: left; border-radius: 6px; cursor: pointer }
li button[aria-current=true] { background: #0f766e; color: #fff }
main { overflow: auto; min-width: 0; text-align: center }
img { max-width: 100%; border: 1px solid color-mix(in srgb, currentColor 25%, transparent) }
`

/** The page that shows these pictures, whole: it asks for nothing but them. */
export function pageOf(all: readonly Picture[]): string {
  const selects = Object.entries(AXES).map(
    ([axis, words]) =>
      `<label>${axis} <select name="${axis}"><option value="">all</option>${words.map(word => `<option>${word}</option>`).join('')}</select></label>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Turno: picture book</title>
<style>${STYLE}</style>
<form><h1>Picture book</h1><label>screen <input name="name" type="search"></label>${selects.join('')}<output></output></form>
<ol></ol>
<main><img alt=""></main>
<script>
const AXES = ${JSON.stringify(AXES)}
const ALL = ${JSON.stringify(all)}
${SCRIPT}</script>
</html>
`
}

/** Called by Playwright when all pictures of a run are taken. */
export default function writeBook(): void {
  const all = pictures()
  writeFileSync(join(BOOK, 'index.html'), pageOf(all))
  console.log(`${all.length} pictures: out/pictures/index.html`)
}

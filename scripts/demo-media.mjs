/**
 * Draws the demo's pictures and documents in an installed browser. The results are committed: the product draws nothing
 * and needs no font of its own. Run after changing one: `node scripts/demo-media.mjs`. What a conversation says (names,
 * values, dates) is on none of them, so that one file serves every conversation.
 */
import { writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import QRCode from 'qrcode'
import { findBrowser } from './lib/find-browser.mjs'

const folder = new URL('../electron/demo/media/', import.meta.url)

const INK = '#212529'
const GREEN = '#1f7a54'

/** A table with something on it. @param body SVG drawn around (0, 0), 400 wide and as high. */
const product = (width, height, [wall, table], body, damage = '') => `
  <svg width="${width}" height="${height}" viewBox="${-width / 2} ${-height / 2} ${width} ${height}">
    <rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" fill="${wall}"/>
    <rect x="${-width / 2}" y="120" width="${width}" height="${height}" fill="${table}"/>
    <ellipse cx="0" cy="188" rx="210" ry="22" fill="#0002"/>
    ${body}${damage}
  </svg>`
const crack = (x, y) =>
  `<path d="M${x} ${y} l22 34 l-30 26 l38 30 l-24 34 l30 28" fill="none" stroke="#17181a" stroke-width="5"/>`

const PARCEL = `<rect x="-190" y="-90" width="380" height="275" fill="#b68e60"/><rect x="-190" y="-90" width="380" height="40"
  fill="#a0784c"/><rect x="-28" y="-90" width="56" height="275" fill="#d6b88c"/><rect x="70" y="80" width="92" height="64" fill="#f4efe6"/>`
const SPEAKER = `<rect x="-120" y="-190" width="240" height="375" rx="26" fill="#345ca0"/><circle cx="0" cy="62" r="84" fill="#26467c"/>
  <circle cx="0" cy="62" r="40" fill="#6d92d2"/><circle cx="0" cy="-98" r="46" fill="#26467c"/><circle cx="0" cy="-98" r="18" fill="#6d92d2"/>`
const BOTTLE = `<rect x="-34" y="-200" width="68" height="70" rx="10" fill="#d9dde2"/><path d="M-82 -70 q0 -60 50 -64 h64 q50 4 50 64 v230
  q0 26 -26 26 h-112 q-26 0 -26 -26z" fill="#2e8678"/><rect x="-82" y="-20" width="164" height="96" fill="#e8f2ef"/>`

const PRODUCTS = [
  [800, 600, ['#ecdfc8', '#c8b08c'], PARCEL, crack(-60, -40)],
  [720, 800, ['#d6e2ec', '#9cb2c8'], SPEAKER, crack(-40, -120)],
  [960, 720, ['#e2ecdc', '#a8bf9c'], BOTTLE, crack(10, -90)],
]

const receipt = `<div style="width:540px;height:720px;background:#f1f3f5;color:${INK}">
  <div style="background:${GREEN};color:#fff;padding:44px 40px;font-size:34px;font-weight:600">Pix enviado
    <div style="font-size:19px;font-weight:400;margin-top:8px">O dinheiro já está na conta de quem recebe.</div></div>
  <div style="background:#fff;margin:32px;padding:12px 32px">${[
    ['Para', 'Loja Horizonte Ltda'],
    ['Chave', 'pix@demo.turno'],
    ['Instituição', 'Banco do Exemplo'],
    ['Comprovante', 'de demonstração, sem valor'],
  ]
    .map(
      ([label, value]) =>
        `<div style="padding:18px 0;border-bottom:1px solid #dee2e6"><div style="color:#868e96;font-size:17px">${label}</div>
         <div style="font-size:24px;margin-top:4px">${value}</div></div>`,
    )
    .join('')}</div></div>`

/** Looks like a bar code and encodes nothing. */
const bars = (width, height) => {
  const each = Array.from({ length: 60 }, (_, i) => 2 + ((i * 7) % 5))
  let x = 0
  const drawn = each.map(wide => {
    const at = x
    x += wide + 3
    return at + wide > width ? '' : `<rect x="${at}" width="${wide}" height="${height}" fill="${INK}"/>`
  })
  return `<svg width="${width}" height="${height}">${drawn.join('')}</svg>`
}

const label = `<div style="width:760px;height:480px;background:#ceaa7a;padding:56px;box-sizing:border-box">
  <div style="background:#fff;height:100%;padding:28px 36px;box-sizing:border-box;color:${INK}">
    <div style="font-size:28px;font-weight:600;border-bottom:3px solid ${INK};padding-bottom:12px">Etiqueta de envio</div>
    <div style="font-size:22px;margin:18px 0 4px">Remetente: Loja Horizonte Ltda</div>
    <div style="font-size:19px;color:#868e96;margin-bottom:22px">Objeto de demonstração, não postar</div>${bars(400, 110)}
  </div></div>`

const map = (roads, park) => `<svg width="160" height="90"><rect width="160" height="90" fill="#eae6dc"/>
  <rect x="${park[0]}" y="${park[1]}" width="40" height="24" fill="#c6deBe"/>
  ${roads.map(([x, y]) => `<rect y="${y}" width="160" height="5" fill="#fff"/><rect x="${x}" width="5" height="90" fill="#fff"/>`).join('')}
  <path d="M80 60 q-11 -16 -11 -23 a11 11 0 0 1 22 0 q0 7 -11 23z" fill="#d64541"/><circle cx="80" cy="37" r="4" fill="#fff"/></svg>`

const sheet = (title, sub, rows, end) => `<style>@page{size:A4;margin:0}</style>
  <div style="background:#1f5f4a;color:#fff;padding:36px 60px;font-size:27px">${title}<div style="font-size:14px;margin-top:10px">${sub}</div></div>
  <div style="padding:32px 60px;color:${INK}">${rows
    .map(
      ([
        name,
        value,
      ]) => `<div style="border-bottom:1px solid #dee2e6;padding:10px 0"><div style="font-size:11px;color:#868e96">${name}</div>
        <div style="font-size:16px;margin-top:3px">${value}</div></div>`,
    )
    .join('')}<div style="margin-top:30px">${end}</div></div>`

const DOCUMENTS = {
  slip: sheet(
    'Boleto de cobrança',
    'Loja Horizonte Ltda - documento de demonstração, sem valor',
    [
      ['Beneficiário', 'Loja Horizonte Ltda'],
      ['Pagador', 'Conforme o cadastro'],
      ['Vencimento', '3 dias depois da emissão'],
      ['Local de pagamento', 'Em nenhum banco: é uma demonstração'],
    ],
    bars(475, 70),
  ),
  'tax-note': sheet(
    'Nota fiscal',
    'Loja Horizonte Ltda - documento de demonstração, sem valor fiscal',
    [
      ['Emitente', 'Loja Horizonte Ltda'],
      ['Destinatário', 'Conforme o cadastro'],
      ['Quantidade', '1'],
      ['Valor total', 'Conforme o pedido'],
    ],
    'Obrigado pela preferência.',
  ),
}

const PIX = '00020126580014br.gov.bcb.pix0136demo-loja-horizonte5204000053039865802BR'
const qr = await QRCode.toString(PIX, { type: 'svg', errorCorrectionLevel: 'M', margin: 4, width: 328 })
const PICTURES = {
  ...Object.fromEntries(
    PRODUCTS.map(([w, h, ground, body], i) => [`product-${i + 1}`, product(w, h, ground, body)]),
  ),
  ...Object.fromEntries(
    PRODUCTS.map(([w, h, ground, body, damage], i) => [
      `damage-${i + 1}`,
      product(w, h, ground, body, damage),
    ]),
  ),
  receipt,
  label,
  qr: qr.replace('<svg ', '<svg width="328" height="328" '),
  'map-1': map(
    [
      [30, 20],
      [120, 62],
    ],
    [100, 8],
  ),
  'map-2': map(
    [
      [62, 34],
      [104, 74],
    ],
    [8, 50],
  ),
  'map-3': map(
    [
      [18, 48],
      [136, 14],
    ],
    [40, 60],
  ),
}

const executablePath = findBrowser()
if (!executablePath) throw new Error('An installed Chromium, Chrome or Edge is needed')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const page = await browser.newPage()
const font = '<style>body{margin:0;font-family:Inter,"DejaVu Sans",sans-serif}svg{display:block}</style>'
for (const [name, body] of Object.entries(PICTURES)) {
  await page.setContent(`${font}<div id="it" style="display:inline-block">${body}</div>`)
  await page.locator('#it').screenshot({ path: new URL(`${name}.png`, folder).pathname })
}
for (const [name, body] of Object.entries(DOCUMENTS)) {
  await page.setContent(font + body)
  writeFileSync(new URL(`${name}.pdf`, folder), await page.pdf({ format: 'A4', printBackground: true }))
}
await browser.close()

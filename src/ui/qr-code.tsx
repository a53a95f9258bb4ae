import { create } from 'qrcode'
import { useMemo } from 'react'

/** Modules of white around a code; phones do not find one without them. */
const QUIET = 2

/** The dark modules of a text's code as one path, a run of a row at a time; sizes in modules. */
export function codePath(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let path = ''
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!modules.get(row, column)) continue
      const from = column
      while (column + 1 < size && modules.get(row, column + 1)) column += 1
      path += `M${from} ${row}h${column - from + 1}v1h-${column - from + 1}z`
    }
  }
  return { size, path }
}

/** A QR code as large as its box. Black on white in both themes: cameras read nothing else reliably. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, path } = useMemo(() => codePath(text), [text])
  const side = size + QUIET * 2
  return (
    <svg
      className={className}
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}

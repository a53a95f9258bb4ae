// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { OverTime } from '../../../src/features/campaigns/over-time'
import {
  axisEnd,
  axisText,
  labelled,
  pointsOf,
  stretchText,
} from '../../../src/features/campaigns/over-time-points'

afterEach(cleanup)

const ZONE = 'America/Sao_Paulo'
const at = (minute: number): string => new Date(Date.UTC(2026, 2, 2, 15, minute)).toISOString()
const stretch = (
  minute: number,
  figures: Partial<Record<'sent' | 'delivered' | 'confirmed' | 'failed', number>>,
) => ({
  at: at(minute),
  sent: 0,
  delivered: 0,
  confirmed: 0,
  failed: 0,
  ...figures,
})

describe('points over time', () => {
  it('are noughts where nothing happened in between', () => {
    const points = pointsOf({
      stretchSeconds: 60,
      stretches: [stretch(0, { sent: 3 }), stretch(3, { failed: 1 })],
    })
    expect(points.map(({ sent, failed }) => [sent, failed])).toEqual([
      [3, 0],
      [0, 0],
      [0, 0],
      [0, 1],
    ])
    expect(points.map(point => axisText(ZONE, point.at, 60))).toEqual(['12:00', '12:01', '12:02', '12:03'])
    expect(pointsOf({ stretchSeconds: 60, stretches: [] })).toEqual([])
    // Two stretches years apart stay two.
    const far = [stretch(0, {}), { ...stretch(0, {}), at: '2030-01-01T00:00:00.000Z' }]
    expect(pointsOf({ stretchSeconds: 1, stretches: far })).toHaveLength(2)
  })

  it('have an axis that ends in a round figure with a whole half, and few labels', () => {
    expect([0, 1, 3, 5, 7, 10, 11, 48, 320, 9_999].map(axisEnd)).toEqual([
      2, 2, 4, 6, 8, 10, 20, 60, 400, 10_000,
    ])
    expect(labelled(3, 7)).toEqual([0, 1, 2])
    expect(labelled(48, 7)).toEqual([0, 7, 14, 21, 28, 35, 42])
    expect(stretchText(ZONE, Date.parse(at(0)), 86_400)).toBe('02/03/2026')
    expect(stretchText(ZONE, Date.parse(at(0)), 10)).toBe('02/03/2026 12:00:00')
  })
})

describe('the chart over time', () => {
  const timeline = {
    stretchSeconds: 60,
    stretches: [
      stretch(0, { sent: 5 }),
      stretch(1, { sent: 4, delivered: 3, confirmed: 2 }),
      stretch(2, { delivered: 6, failed: 1 }),
    ],
  }

  it('shows sent, delivered, confirmed and failed, and the same figures as a table', async () => {
    render(<OverTime timeline={timeline} zone={ZONE} />)
    const table = screen.getByRole('table', { name: 'O que aconteceu ao longo do tempo' })
    const rows = within(table).getAllByRole('row')
    expect(rows.map(row => [...row.children].map(cell => cell.textContent))).toEqual([
      ['Hora', 'Enviada', 'Entregue', 'Confirmada', 'Falhou'],
      ['02/03/2026 12:00', '5', '0', '0', '0'],
      ['02/03/2026 12:01', '4', '3', '2', '0'],
      ['02/03/2026 12:02', '0', '6', '0', '1'],
    ])
    expect(document.querySelectorAll('svg[preserveAspectRatio] path')).toHaveLength(5)
  })

  it('is walked by the arrow keys', () => {
    render(<OverTime timeline={timeline} zone={ZONE} />)
    const figure = screen.getByRole('figure', { name: 'O que aconteceu ao longo do tempo' })
    const said = (): string | null | undefined => figure.querySelector('[aria-live]')?.textContent
    fireEvent.keyDown(figure, { key: 'ArrowRight' })
    expect(said()).toBe('02/03/2026 12:00, Enviada 5, Entregue 0, Confirmada 0, Falhou 0')
    fireEvent.keyDown(figure, { key: 'End' })
    fireEvent.keyDown(figure, { key: 'ArrowLeft' })
    expect(said()).toBe('02/03/2026 12:01, Enviada 4, Entregue 3, Confirmada 2, Falhou 0')
    fireEvent.blur(figure)
    expect(said()).toBe('')
  })
})

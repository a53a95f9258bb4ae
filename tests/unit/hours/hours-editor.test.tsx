// @vitest-environment jsdom
import { DEFAULT_HOURS, type ScheduleDay } from '@contract'
import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HoursEditor } from '@/features/hours'
import { weekOf } from '@/features/hours/week'
import { onOlderServer } from '../support/older-server'
import { openScreen } from '../support/open-screen'

let days: readonly ScheduleDay[] = []

function Held({ first }: { first: readonly ScheduleDay[] }) {
  const [value, setValue] = useState(first)
  days = value
  return <HoursEditor value={value} onChange={setValue} timeZone="America/Sao_Paulo" />
}
const show = (first: readonly ScheduleDay[] = weekOf(DEFAULT_HOURS)) => openScreen(<Held first={first} />)
const monday = () => within(screen.getByRole('group', { name: 'Segunda' }))
const mondays = () => days.find(day => day.weekdayEn === 'monday')

afterEach(() => void vi.useRealTimers())

describe('the hours editor', () => {
  it('makes a lunch break by a press, takes it back, and takes a typed one and a night', async () => {
    await show()
    await userEvent.click(monday().getByRole('button', { name: 'Adicionar pausa: Segunda' }))
    const parts = () =>
      days.filter(day => day.weekdayEn === 'monday').map(day => [day.startTime, day.endTime])
    expect(parts()).toEqual([
      ['08:00', '12:00'],
      ['13:00', '18:00'],
    ])
    expect(monday().getAllByRole('slider')).toHaveLength(4)
    const last = monday().getByRole('textbox', { name: 'Segunda: fecha às (2)' })
    await userEvent.clear(last)
    await userEvent.type(last, '0200')
    expect(parts()).toEqual([
      ['08:00', '12:00'],
      ['13:00', '02:00'],
    ])
    expect(within(screen.getByRole('group', { name: 'Terça' })).getByTitle(/até 02:00/)).toBeTruthy()
    await userEvent.click(monday().getByRole('button', { name: 'Segunda: remover período' }))
    expect(parts()).toEqual([['13:00', '02:00']])
    const first = monday().getByRole('textbox', { name: 'Segunda: abre às' })
    await userEvent.clear(first)
    await userEvent.type(first, '8-12 14-19')
    expect(parts()).toEqual([
      ['08:00', '12:00'],
      ['14:00', '19:00'],
    ])
    expect(days).toHaveLength(8)
  })

  it('refuses a night and a break in words on an older server, and says nothing about now meanwhile', async () => {
    onOlderServer()
    await show()
    expect(screen.getAllByRole('status')).toHaveLength(1)
    expect(monday().queryByRole('button', { name: /Adicionar pausa/ })).toBeNull()
    const end = monday().getByRole('textbox', { name: 'Segunda: fecha às' })
    await userEvent.clear(end)
    await userEvent.type(end, '0600')
    expect(monday().getByRole('alert').textContent).toContain('termina no mesmo dia')
    expect(screen.queryByRole('status')).toBeNull()
    await userEvent.clear(end)
    await userEvent.type(end, '12:00, 13:00-18:00')
    expect(monday().getByRole('alert').textContent).toContain('quando abre e quando fecha')
  })

  it('moves the ends of a bar by keys', async () => {
    await show()
    const grip = monday().getByRole('slider', { name: 'Segunda: fecha às' })
    expect(grip.getAttribute('aria-valuetext')).toBe('18:00')
    fireEvent.keyDown(grip, { key: 'ArrowRight' })
    fireEvent.keyDown(grip, { key: 'PageUp' })
    expect(mondays()?.endTime).toBe('19:15')
  })

  it('says what the hours mean now, by the clock of the company', async () => {
    vi.useFakeTimers({ now: new Date('2026-01-07T12:00:00Z') })
    await show()
    expect(screen.getByRole('status').textContent).toBe('Aberto agora, fecha às 18:00')
    act(() => void vi.setSystemTime(new Date('2026-01-10T20:00:00Z')))
    act(() => void vi.advanceTimersByTime(15_000))
    expect(screen.getByRole('status').textContent).toBe('Fechado agora, abre na segunda às 08:00')
  })

  it('begins with the default week where no hours are kept', async () => {
    await show([])
    await userEvent.click(screen.getByRole('button', { name: 'Definir horários' }))
    expect(days).toEqual(weekOf(DEFAULT_HOURS))
    await userEvent.click(screen.getByRole('button', { name: 'Remover horários (sempre aberto)' }))
    expect(days).toEqual([])
  })
})

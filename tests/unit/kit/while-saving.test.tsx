// @vitest-environment jsdom
/** Fields of our own in a form that is being saved, or only read: what is typed then would be lost without a word. */
import { screen } from '@testing-library/react'
import { Form } from 'antd'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { MessagesField } from '@/features/campaigns/messages-field'
import { HoursEditor, weekOf } from '@/features/hours'
import { MessageArea } from '@/features/kit'
import { ColorField } from '@/features/queues/color-field'
import { openScreen } from '../support/open-screen'

const week = weekOf([{ weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }])

const FIELDS: readonly (readonly [string, ReactElement])[] = [
  ['a message with variables', <MessageArea key="message" label="Mensagem" value="Olá" />],
  ['the messages of a campaign', <MessagesField key="campaign" asks filled={new Set()} />],
  ['the palette of a queue', <ColorField key="color" value="" others={[]} />],
  ['the business hours', <HoursEditor key="hours" value={week} timeZone="America/Sao_Paulo" />],
  ['business hours that are not set', <HoursEditor key="none" value={[]} timeZone="America/Sao_Paulo" />],
]

/** What can be typed in or pressed now; tabs only look around. */
const open = (): HTMLElement[] =>
  ['textbox', 'button', 'radio', 'switch', 'slider']
    .flatMap(role => screen.queryAllByRole(role))
    .filter(one => !one.matches(':disabled') && one.getAttribute('aria-disabled') !== 'true')
    // Help is read: nothing of it goes into the form.
    .filter(one => one.dataset.tipPress === undefined)

describe('a form that is being saved', () => {
  it.each(FIELDS)('takes nothing more into %s', async (_, field) => {
    await openScreen(<Form disabled>{field}</Form>)
    expect(open()).toEqual([])
  })

  it.each(FIELDS)('takes it when it is not, for %s', async (_, field) => {
    await openScreen(<Form>{field}</Form>)
    expect(open().length).toBeGreaterThan(0)
  })
})

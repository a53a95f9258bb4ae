// @vitest-environment jsdom
/** A file that the number it leaves by would refuse. */
import { whatsapp } from '@contract'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FileField } from '@/features/kit'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const lines = [
  whatsapp.parse({ id: 1, name: 'Pareado', capabilities: ['pairing'] }),
  whatsapp.parse({ id: 2, name: 'Oficial', capabilities: ['credentials'] }),
]

it('is said where a number of the Cloud API sends it, and not where a paired one does', async () => {
  call.mockImplementation(async (name: string) => (name === 'whatsapps.list' ? lines : []))
  const kept = (name: string) => ({ name, url: null })
  await openScreen(
    <>
      <FileField leavesBy="any" kept={kept('nota.xml')} />
      <FileField leavesBy={2} kept={kept('fotos.zip')} />
      <FileField leavesBy={1} kept={kept('lista.csv')} />
      <FileField leavesBy={2} kept={kept('tabela.pdf')} />
      <FileField kept={kept('logo.svg')} />
    </>,
  )
  expect(await screen.findAllByText(/A API oficial do WhatsApp não aceita/)).toHaveLength(2)
})

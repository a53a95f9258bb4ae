import { expect, it } from 'vitest'
import { locationCode } from '../../../electron/server/platform/payments/pix-code'
import { PaymentError } from '../../../electron/server/platform/payments/provider'

const merchant = { merchantName: 'Padaria Aurora', merchantCity: 'Recife' }

it('the address of a charge fits into a code up to 77 characters', async () => {
  const location = (chars: number) => `pix.example.com/${'a'.repeat(chars - 16)}`
  expect(await locationCode(merchant, location(77))).toContain(location(77))
  await expect(locationCode(merchant, location(78))).rejects.toBeInstanceOf(PaymentError)
  await expect(locationCode({ ...merchant, merchantName: '日本' }, location(40))).rejects.toBeInstanceOf(
    PaymentError,
  )
})

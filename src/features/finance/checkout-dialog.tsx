import { COUNTRIES, checkoutForm, DIALOG_SUBMIT_MS, type Invoice, type PixCharge } from '@contract'
import { Alert, Button, Form, Modal, Steps } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { kinds, useFieldsOf } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { toasts } from '@/stores/toasts'
import styles from './finance.module.css'
import { PixScreen } from './pix-screen'

interface Fields {
  firstName?: string
  address2?: string
  city?: string
  state?: string
  zipcode?: string
  country?: (typeof COUNTRIES)[number]
}

const NAMES = ['firstName', 'address2', 'city', 'state', 'zipcode', 'country'] as const
const STEPS = ['data', 'plan', 'review'] as const
const EMPTY: Fields = { firstName: '', address2: '', city: '', state: '', zipcode: '', country: 'BR' }
/** The checkout begins at Personalizar. */
const FIRST_STEP = 1
const LAST_STEP = 2

/** 'Falta pouco!': Dados, Personalizar, Revisar, then the Pix to be paid. */
export function CheckoutDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t, format } = useTexts()
  const [form] = Form.useForm<Fields>()
  const [step, setStep] = useState(FIRST_STEP)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [charge, setCharge] = useState<PixCharge | null>(null)
  const field = useFieldsOf(checkoutForm, name => t(`finance.checkout.${name as (typeof NAMES)[number]}`))
  const countries = COUNTRIES.map(value => ({ value, label: t(`finance.checkout.countries.${value}`) }))
  const values = Form.useWatch(all => all, form) as Fields | undefined

  useEffect(() => {
    let open = true
    call('subscription.billing').then(
      known => {
        if (!open) return
        const { billingName, addressStreet, addressCity, addressState, addressZipCode, country } = known
        const found: Fields = {
          firstName: billingName,
          address2: addressStreet,
          city: addressCity,
          state: addressState,
          zipcode: addressZipCode,
          country: country === 'usa' ? 'usa' : 'BR',
        }
        // What was typed meanwhile stays.
        for (const name of NAMES) if (!form.isFieldTouched(name)) form.setFieldValue(name, found[name])
      },
      // Nothing is lost: the fields are asked for instead.
      () => undefined,
    )
    return () => {
      open = false
    }
  }, [form])

  const pay = async (): Promise<void> => {
    setFailure(null)
    try {
      await form.validateFields()
    } catch {
      setStep(0)
      return
    }
    setBusy(true)
    try {
      const { users, connections, value } = invoice
      const price = value.toFixed(2)
      const given = form.getFieldsValue(true) as Required<Fields>
      const plan = JSON.stringify({ users, connections, price: value })
      const [made] = await Promise.all([
        call('subscription.pay', {
          body: { ...given, invoiceId: invoice.id, price, users, connections, plan },
        }),
        new Promise(resolve => setTimeout(resolve, DIALOG_SUBMIT_MS)),
      ])
      setCharge(made)
      toasts.success(t('finance.checkout.done'))
    } catch (error) {
      setFailure(errorText(t, error))
    } finally {
      setBusy(false)
    }
  }
  const next = async (): Promise<void> => {
    if (step === LAST_STEP) return pay()
    if (step === 0) {
      try {
        await form.validateFields()
      } catch {
        return
      }
    }
    setStep(step + 1)
  }

  const plan: [string, string][] = [
    [t('finance.detail'), invoice.detail],
    ...(invoice.users > 0 ? [[t('finance.checkout.users'), String(invoice.users)] as [string, string]] : []),
    ...(invoice.connections > 0
      ? [[t('finance.checkout.connections'), String(invoice.connections)] as [string, string]]
      : []),
    [t('finance.value'), format.money(invoice.value)],
  ]
  const country = values?.country
  const address = [values?.address2, values?.city, values?.state, values?.zipcode].filter(Boolean).join(', ')
  const missing = !values?.firstName || !values.address2 || !values.city || !values.zipcode || !country

  if (charge)
    return (
      <Modal open centered width={440} title={t('finance.pix.title')} footer={null} onCancel={onClose}>
        <PixScreen charge={charge} invoiceId={invoice.id} onAgain={() => setCharge(null)} />
      </Modal>
    )
  return (
    <Modal
      open
      centered
      width={560}
      title={t('finance.checkout.title')}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={[
        <Button key="back" disabled={step === 0 || busy} onClick={() => setStep(step - 1)}>
          {t('finance.checkout.back')}
        </Button>,
        <Button key="next" type="primary" autoFocus loading={busy} onClick={() => void next()}>
          {step === LAST_STEP ? t('finance.pay') : t('finance.checkout.next')}
        </Button>,
      ]}
    >
      <Steps
        size="small"
        responsive={false}
        current={step}
        items={STEPS.map(key => ({ title: t(`finance.checkout.steps.${key}`) }))}
      />
      <div className={styles.step}>
        {failure ? <Alert type="error" showIcon title={failure} /> : null}
        <Form form={form} layout="vertical" hidden={step !== 0} initialValues={EMPTY}>
          {field('firstName', kinds.text({ autoComplete: 'name' }))}
          {field('address2', kinds.text({ autoComplete: 'street-address' }))}
          <div className={styles.pair}>
            {field('city', kinds.text({ autoComplete: 'address-level2' }))}
            {field('state', kinds.text({ autoComplete: 'address-level1' }))}
          </div>
          <div className={styles.pair}>
            {field('zipcode', kinds.text({ autoComplete: 'postal-code' }))}
            {field('country', kinds.choice(countries))}
          </div>
        </Form>
        {step === 0 ? null : <Summary lines={plan} />}
        {step === LAST_STEP ? (
          <>
            <Summary
              lines={[
                [t('finance.checkout.firstName'), values?.firstName ?? ''],
                [t('finance.checkout.address2'), address],
                [t('finance.checkout.country'), country ? t(`finance.checkout.countries.${country}`) : ''],
              ]}
            />
            {missing ? (
              <Alert
                type="warning"
                showIcon
                title={t('finance.checkout.missing')}
                action={
                  <Button size="small" onClick={() => setStep(0)}>
                    {t('finance.checkout.fill')}
                  </Button>
                }
              />
            ) : null}
          </>
        ) : null}
      </div>
    </Modal>
  )
}

/** What is paid for, or by whom, as names and values. */
function Summary({ lines }: { lines: readonly [string, string][] }) {
  return (
    <dl className={styles.summary}>
      {lines.map(([label, value]) => (
        <div key={label} className={styles.summaryLine}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

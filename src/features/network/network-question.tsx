import type { NetworkQuestion as Question } from '@contract'
import { Alert, Button, Form, Input, type InputRef, Modal, Radio } from 'antd'
import { useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { answerNetwork, useNetworkQuestion } from '@/stores/network'
import styles from './network.module.css'

type Of<K extends Question['kind']> = Extract<Question, { kind: K }>

/** A proxy's password. Enter sends it; Esc means not now. */
function ProxySignIn({ question }: { question: Of<'proxy'> }) {
  const { t } = useTexts()
  const field = useRef<InputRef>(null)
  const { id, host, realm, refused } = question
  return (
    <Modal
      open
      centered
      width={460}
      title={t('network.proxyTitle')}
      mask={{ closable: false }}
      onCancel={() => void answerNetwork(id, null)}
      afterOpenChange={opened => opened && field.current?.focus()}
      footer={[
        <Button key="not" onClick={() => void answerNetwork(id, null)}>
          {t('network.notNow')}
        </Button>,
        <Button key="go" type="primary" htmlType="submit" form="network-proxy">
          {t('network.proceed')}
        </Button>,
      ]}
    >
      <div className={styles.body}>
        <p>{t('network.proxyText', { host })}</p>
        {realm ? <p>{t('network.proxyRealm', { realm })}</p> : null}
        {refused ? <Alert type="error" showIcon title={t('network.proxyRefused')} role="alert" /> : null}
        <Form
          id="network-proxy"
          layout="vertical"
          requiredMark={false}
          onFinish={({ username, password }: { username: string; password?: string }) =>
            void answerNetwork(id, { username, password: password ?? '' })
          }
        >
          <Form.Item
            name="username"
            label={t('network.username')}
            rules={[{ required: true, whitespace: true, message: t('network.needUsername') }]}
          >
            <Input ref={field} autoComplete="off" maxLength={255} />
          </Form.Item>
          <Form.Item name="password" label={t('network.password')} extra={t('network.proxyKept')}>
            <Input.Password autoComplete="off" maxLength={1_024} />
          </Form.Item>
        </Form>
      </div>
    </Modal>
  )
}

/** Which certificate this computer shows; nothing is chosen beforehand unless there is but one. */
function CertificateChoice({ question }: { question: Of<'certificate'> }) {
  const { t, format } = useTexts()
  const { id, host, certificates } = question
  const [chosen, setChosen] = useState(
    certificates.length === 1 ? (certificates[0]?.fingerprint ?? null) : null,
  )
  return (
    <Modal
      open
      centered
      width={520}
      title={t('network.certificateTitle')}
      mask={{ closable: false }}
      onCancel={() => void answerNetwork(id, null)}
      footer={[
        <Button key="not" onClick={() => void answerNetwork(id, null)}>
          {t('network.notNow')}
        </Button>,
        <Button
          key="go"
          type="primary"
          disabled={chosen === null}
          onClick={() => chosen !== null && void answerNetwork(id, { fingerprint: chosen })}
        >
          {t('network.proceed')}
        </Button>,
      ]}
    >
      <div className={styles.body}>
        <p>{t('network.certificateText', { host })}</p>
        <Radio.Group
          vertical
          value={chosen}
          onChange={event => setChosen(event.target.value)}
          options={certificates.map(one => ({
            value: one.fingerprint,
            label: (
              <span className={styles.certificate}>
                <strong>{one.subject}</strong>
                <span className={styles.from}>
                  {t('network.certificateFrom', { issuer: one.issuer, date: format.date(one.validUntil) })}
                </span>
              </span>
            ),
          }))}
        />
      </div>
    </Modal>
  )
}

/** What the network asks before a request may leave, over every screen; one question at a time. */
export function NetworkQuestion() {
  const question = useNetworkQuestion(state => state.question)
  if (!question) return null
  return question.kind === 'proxy' ? (
    <ProxySignIn key={question.id} question={question} />
  ) : (
    <CertificateChoice key={question.id} question={question} />
  )
}

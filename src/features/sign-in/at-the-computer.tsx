import type { CompanyManager } from '@contract'
import { useId, useState } from 'react'
import { ApiError } from '@/api'
import { useTexts } from '@/i18n'
import { setManagerPassword } from '@/stores/recovery'
import { FieldFrame, Select } from '@/ui'
import { NewPassword } from './new-password'

/** A new password for whoever manages the company, at the computer that holds it: neither mail nor code. */
export function AtTheComputer({
  managers,
  onDone,
}: {
  managers: readonly CompanyManager[]
  /** It was set. @param email whose. */
  onDone: (email: string) => void
}) {
  const { t } = useTexts()
  const who = useId()
  const [chosen, setChosen] = useState(managers[0]?.id)
  const manager = managers.find(({ id }) => id === chosen) ?? managers[0]
  if (!manager) return null
  return (
    <NewPassword
      withCode={false}
      before={
        <FieldFrame label={t('signIn.lost.who')} htmlFor={who} hint={t('signIn.lost.hereHint')}>
          <Select<number>
            id={who}
            value={manager.id}
            options={managers.map(({ id, name, email }) => ({ value: id, label: name, about: email }))}
            onChange={setChosen}
          />
        </FieldFrame>
      }
      set={async ({ password }) => {
        const answer = await setManagerPassword({ userId: manager.id, password })
        if (!answer.ok) throw answer
        if (!answer.value.done) throw new ApiError('refused', 'ERR_NO_USER_FOUND', '', 404)
        onDone(manager.email)
      }}
    />
  )
}

import { type Holiday, holidayForm } from '@contract'
import { Form, Switch } from 'antd'
import { useId, useState } from 'react'
import { DateField, EditDialog, kinds, useEdited } from '@/features/kit'
import { useTexts } from '@/i18n'
import { holidaysDirectory } from '@/stores/holidays'
import { saved } from '@/stores/saved'
import styles from './hours.module.css'
import { TimeField } from './time-field'
import { typedTimes } from './week'

const FRESH = { day: '', name: '', startTime: '', endTime: '' }
const EMPTY = { startTime: '', endTime: '' }
const OPEN = { startTime: '08:00', endTime: '12:00' }

/** Adds or changes a holiday: closed all day, or other hours. */
export function HolidayDialog({ holiday, onClose }: { holiday: Holiday | null; onClose: () => void }) {
  const { t, format } = useTexts()
  const switchId = useId()
  /** Somebody opened the day here, or types its times: an empty field does not close it meanwhile. */
  const [opened, setOpened] = useState(false)
  return (
    <EditDialog
      {...useEdited('holidays', holidaysDirectory, holiday, FRESH)}
      schema={holidayForm}
      title={t(holiday ? 'hours.holiday.editTitle' : 'hours.holiday.add')}
      save={async body => holidaysDirectory.keep(await saved('holidays', holiday, body))}
      fieldOfCode={{ ERR_HOLIDAY_TAKEN: 'day' }}
      label={name => t(`hours.holiday.${name}`)}
      onClose={onClose}
    >
      {({ form, field, noteChange }) => (
        <>
          {field(
            'day',
            { input: <DateField />, words: format.date },
            { getValueFromEvent: (day: string | null) => day ?? '' },
          )}
          {field('name', kinds.text({ placeholder: t('hours.holiday.nameHint') }))}
          <Form.Item noStyle dependencies={['startTime', 'endTime']}>
            {() => {
              // By the times themselves, so that a colleague's change is followed.
              const times = form.getFieldsValue(['startTime', 'endTime'])
              const opens = opened || Boolean(times.startTime) || Boolean(times.endTime)
              return (
                <>
                  <Form.Item label={t('hours.holiday.opens')} htmlFor={switchId} required>
                    <Switch
                      id={switchId}
                      checked={opens}
                      onChange={on => {
                        setOpened(on)
                        form.setFields(
                          (['startTime', 'endTime'] as const).map(name => ({
                            name,
                            value: (on ? OPEN : EMPTY)[name],
                            touched: true,
                          })),
                        )
                        noteChange()
                      }}
                    />
                  </Form.Item>
                  <div className={styles.pair} hidden={!opens}>
                    {(['startTime', 'endTime'] as const).map(end =>
                      field(
                        end,
                        {
                          input: <TimeField label={t(`hours.holiday.${end}`)} />,
                          words: time => String(time || t('hours.closed')),
                        },
                        {
                          getValueFromEvent: (typed: string) => {
                            setOpened(true)
                            return typedTimes(EMPTY, end, typed)[end]
                          },
                        },
                      ),
                    )}
                  </div>
                </>
              )
            }}
          </Form.Item>
        </>
      )}
    </EditDialog>
  )
}

import {
  type GapProblem,
  type MessageTemplate,
  TEMPLATE_FILES,
  type TemplateValues,
  templateMedia,
  templatePrefill,
  templateProblems,
} from '@contract'
import { useState } from 'react'

export type FileProblem = 'fileMissing' | 'fileTooLarge' | 'fileType'

/** What is wrong with the file above a template; null where it is fine or none is wanted. */
export function fileProblem(template: MessageTemplate, file: File | null): FileProblem | null {
  const kind = templateMedia(template)
  if (!kind) return null
  if (!file) return 'fileMissing'
  const { mimes, most } = TEMPLATE_FILES[kind]
  if (!mimes.includes(file.type)) return 'fileType'
  return file.size > most ? 'fileTooLarge' : null
}

export interface Filling {
  values: TemplateValues
  file: File | null
  setValue: (key: string, value: string) => void
  setFile: (file: File | null) => void
  /** Somebody was in this field: what is wrong with it is said from here on. */
  leave: (key: string) => void
  /** Problems to be shown, by gap. */
  shown: Record<string, GapProblem>
  shownFile: FileProblem | null
  /** Shows everything that is wrong. @returns the key of the first field to go to; null when it can be sent. */
  check: () => string | null
}

/** What is filled into one template; another template is another filling (give it a key). */
export function useFilling(template: MessageTemplate, contactName: string): Filling {
  const [values, setValues] = useState<TemplateValues>(() => templatePrefill(template, contactName))
  const [file, setFile] = useState<File | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const problems = templateProblems(template, values)
  const wrongFile = fileProblem(template, file)
  return {
    values,
    file,
    setValue: (key, value) => setValues(before => ({ ...before, [key]: value })),
    setFile: chosen => {
      setFile(chosen)
      setLeft(before => new Set(before).add('header'))
    },
    leave: key => setLeft(before => new Set(before).add(key)),
    shown: Object.fromEntries(Object.entries(problems).filter(([key]) => left.has(key))),
    shownFile: left.has('header') ? wrongFile : null,
    check: () => {
      setLeft(new Set([...Object.keys(problems), 'header']))
      return wrongFile ? 'header' : (Object.keys(problems)[0] ?? null)
    },
  }
}

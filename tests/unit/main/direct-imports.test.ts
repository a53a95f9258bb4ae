import { describe, expect, it } from 'vitest'
import { leadOn, passedOn } from '../../../scripts/lib/direct-imports.mjs'

const INDEX = `/** A room. */
import { lazy } from 'react'
export { Avatar } from './avatar'
export { type Pill, WaitingPill } from './pill'
export { stop as stopAudio } from './media/deck'
export {
  One,
  type Two,
} from './many'
export { prefetch } from '@/stores/messages-opening'
export const Late = lazy(async () => ({ default: (await import('./late')).Late }))
`
const indexOf = (room: string) => passedOn(room === 'ui' ? INDEX : '', room)

describe('imports from an index', () => {
  it('are led to the file that has the name, under the name they are used by', () => {
    expect(leadOn("import { Avatar, WaitingPill as W, stopAudio } from '@/ui'", indexOf)).toBe(
      "import { Avatar as Avatar } from '@/ui/avatar'; import { WaitingPill as W } from '@/ui/pill'; import { stop as stopAudio } from '@/ui/media/deck'",
    )
    expect(leadOn("export { One } from '@/ui'", indexOf)).toBe("export { One as One } from '@/ui/many'")
    expect(leadOn("import { prefetch } from '@/ui'", indexOf)).toBe(
      "import { prefetch as prefetch } from '@/stores/messages-opening'",
    )
  })

  it('keep to the index for what it makes itself, and leave types out', () => {
    expect(leadOn("import { Late, One, type Two } from '@/ui'", indexOf)).toBe(
      "import { Late as Late } from '@/ui'; import { One as One } from '@/ui/many'",
    )
    expect(leadOn("import { type Pill } from '@/ui'", indexOf)).toBeNull()
    expect(leadOn("import { List } from '@/features/none'", indexOf)).toBe(
      "import { List as List } from '@/features/none'",
    )
  })

  it('stay on their lines, and everything else is left as it is', () => {
    const code =
      "import { memo } from 'react'\nimport {\n  Avatar,\n  One,\n} from '@/ui'\nimport styles from './x.css'\nconst a = 1\n"
    const led = leadOn(code, indexOf) ?? ''
    expect(led.split('\n').indexOf('const a = 1')).toBe(code.split('\n').indexOf('const a = 1'))
    expect(led).toContain("import styles from './x.css'")
    expect(leadOn("import { memo } from 'react'", indexOf)).toBeNull()
  })
})

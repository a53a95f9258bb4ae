/** Who changed a record while somebody else edited it, as the audit log says it. */
import { type AuditEntry, holds } from '@contract'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { serverNow } from '@/stores/clock'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'

/** The log is written right after the change is told. Milliseconds between two looks. */
const AGAIN_MS = 1_000
const LOOKS = 3

/** The entry of a colleague's latest change of a record since an instant; undefined for none. Pure. */
export const changeSince = (
  entries: readonly AuditEntry[],
  recordId: string,
  me: number,
  since: number,
): AuditEntry | undefined =>
  entries.find(
    ({ subjectId, userId, action, createdAt }) =>
      subjectId === recordId &&
      userId !== me &&
      (action === 'update' || action === 'remove') &&
      Date.parse(createdAt) >= since,
  )

/**
 * Finds out who changed the record of a form since it was opened.
 * @param keepAs the form's record, as `EditFormOptions`: its area is the subject of the log.
 * @param asked whether somebody changed it.
 * @returns the name; null while it is not known, and for those who may not read the audit log.
 */
export function useChangedBy(keepAs: string, asked: boolean): string | null {
  const user = useUser()
  const isLogged = useOffered('auditLog')
  const [openedAt] = useState(serverNow)
  const [name, setName] = useState<string | null>(null)
  const me = user?.id
  const mayRead = isLogged && user !== null && holds(user, 'audit:view')
  const [, subject = '', id = ''] = /^(\w+) (\d+)$/.exec(keepAs) ?? []
  useEffect(() => {
    if (!asked || !mayRead || me === undefined || !subject) {
      setName(null)
      return
    }
    const gone = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (left: number): Promise<void> => {
      const { records } = await call('audit.list', { query: { subject }, signal: gone.signal })
      const found = changeSince(records, id, me, openedAt)
      if (gone.signal.aborted) return
      if (found) setName(found.userName || null)
      else if (left > 0) timer = setTimeout(() => void look(left - 1).catch(nobody), AGAIN_MS)
    }
    // Without an answer the notice names nobody, as before it.
    const nobody = (): void => undefined
    void look(LOOKS - 1).catch(nobody)
    return () => {
      gone.abort()
      clearTimeout(timer)
    }
  }, [asked, mayRead, me, subject, id, openedAt])
  return name
}

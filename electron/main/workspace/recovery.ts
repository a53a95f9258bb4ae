/** A forgotten password at the computer that holds the company: whoever has the folder has the company. */
import {
  type CompanyManager,
  companyManagers,
  type ManagerPassword,
  passwordSet,
} from '../../../src/contract'
import type { Workspace } from './workspace'

type Asked = Pick<Workspace, 'ask'>

export interface Recovery {
  /** This computer's own company is in use from now on. */
  follow(workspace: Asked): void
  /** It is no longer. */
  leave(workspace: Asked): void
  /**
   * Who manages the company of this computer; nobody while another server is in use.
   * @throws MainError SERVER_UNREACHABLE when the workspace does not answer.
   */
  managers(): Promise<CompanyManager[]>
  /**
   * Sets the password of one of them.
   * @returns whether it was set.
   * @throws MainError SERVER_UNREACHABLE when the workspace does not answer.
   */
  setPassword(wanted: ManagerPassword): Promise<{ done: boolean }>
}

export function createRecovery(): Recovery {
  let company: Asked | null = null
  return {
    follow: next => {
      company = next
    },
    leave(left) {
      if (company === left) company = null
    },
    managers: async () => (company ? companyManagers.parse(await company.ask({ type: 'managers' })) : []),
    setPassword: async wanted =>
      company ? passwordSet.parse(await company.ask({ type: 'newPassword', wanted })) : { done: false },
  }
}

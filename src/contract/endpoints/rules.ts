/** Rules of a company: what its workspace does by itself. */
import { rule, ruleForm, ruleRun, ruleTrial } from '../rules'
import { listOf } from '../scalars'
import { crud } from './crud'
import { endpoint } from './define'

const UNKNOWN = [
  'ERR_NO_QUEUE_FOUND',
  'ERR_NO_USER_FOUND',
  'ERR_NO_TAG_FOUND',
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_QUICKMESSAGE_FOUND',
] as const

export const ruleEndpoints = {
  ...crud('rules', '/rules', {
    access: 'rules:edit',
    record: rule,
    form: ruleForm,
    missing: 'ERR_NO_RULE_FOUND',
    list: 'The rules in the order in which they are asked',
    create: ['Add a rule behind the others', ...UNKNOWN, 'ERR_TOO_MANY_RULES'],
    arrange: 'Put the rules into another order',
    update: ['Change a rule, also whether it is active', ...UNKNOWN],
    remove: 'Delete a rule and the log of its runs',
  }),
  'rules.try': endpoint('POST', '/rules/try', {
    summary: 'On which tickets of the last seven days a rule would have acted; nothing is done',
    access: 'rules:edit',
    body: ruleForm,
    response: ruleTrial,
    errors: UNKNOWN,
  }),
  'rules.runs': endpoint('GET', '/rules/:id/runs', {
    summary: 'What a rule did, the latest first',
    access: 'rules:edit',
    response: () => listOf('ruleRuns', ruleRun),
    errors: ['ERR_NO_RULE_FOUND'],
  }),
} as const

/** Rules of a company: what its workspace does by itself. */
import { z } from 'zod'
import { rowIds } from '../requests'
import { rule, ruleForm, ruleRun, ruleTrial } from '../rules'
import { listOf } from '../scalars'
import { done, endpoint } from './define'

const UNKNOWN = [
  'ERR_NO_QUEUE_FOUND',
  'ERR_NO_USER_FOUND',
  'ERR_NO_TAG_FOUND',
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_QUICKMESSAGE_FOUND',
] as const

export const ruleEndpoints = {
  'rules.list': endpoint('GET', '/rules', {
    summary: 'The rules in the order in which they are asked',
    access: 'rules:edit',
    response: () => listOf('rules', rule),
  }),
  'rules.create': endpoint('POST', '/rules', {
    summary: 'Add a rule behind the others',
    access: 'rules:edit',
    body: ruleForm,
    response: rule,
    errors: [...UNKNOWN, 'ERR_TOO_MANY_RULES'],
  }),
  'rules.arrange': endpoint('PUT', '/rules/order', {
    summary: 'Put the rules into another order',
    access: 'rules:edit',
    body: () => z.object({ ids: rowIds }),
    response: done,
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
  'rules.update': endpoint('PUT', '/rules/:id', {
    summary: 'Change a rule, also whether it is active',
    access: 'rules:edit',
    body: ruleForm,
    response: rule,
    errors: ['ERR_NO_RULE_FOUND', ...UNKNOWN],
  }),
  'rules.remove': endpoint('DELETE', '/rules/:id', {
    summary: 'Delete a rule and the log of its runs',
    access: 'rules:edit',
    response: done,
    errors: ['ERR_NO_RULE_FOUND'],
  }),
} as const

/**
 * The keys of every text, typed by i18next's own way: an unknown key, or one that was renamed, does not compile.
 * Portuguese is the measure; that the other languages hold the same keys is shown by tests/unit/i18n. A new area adds
 * its two lines here.
 */
import type { texts as announcements } from './features/announcements/texts'
import type { texts as audit } from './features/audit/texts'
import type { texts as automation } from './features/automation/texts'
import type { texts as campaigns } from './features/campaigns/texts'
import type { texts as chats } from './features/chats/texts'
import type { texts as companies } from './features/companies/texts'
import type { texts as composer } from './features/composer/texts'
import type { texts as connections } from './features/connections/texts'
import type { texts as contactDrawer } from './features/contact-drawer/texts'
import type { texts as contactLists } from './features/contact-lists/texts'
import type { texts as contacts } from './features/contacts/texts'
import type { texts as dashboard } from './features/dashboard/texts'
import type { texts as downloads } from './features/downloads/texts'
import type { texts as fileLists } from './features/file-lists/texts'
import type { texts as finance } from './features/finance/texts'
import type { texts as firstRun } from './features/first-run/texts'
import type { texts as helps } from './features/helps/texts'
import type { texts as hours } from './features/hours/texts'
import type { texts as integrations } from './features/integrations/texts'
import type { texts as kanban } from './features/kanban/texts'
import type { texts as keeping } from './features/keeping/texts'
import type { texts as kit } from './features/kit/texts'
import type { texts as messagesApi } from './features/messages-api/texts'
import type { texts as network } from './features/network/texts'
import type { texts as prompts } from './features/prompts/texts'
import type { texts as queues } from './features/queues/texts'
import type { texts as quickMessages } from './features/quick-messages/texts'
import type { texts as recorder } from './features/recorder/texts'
import type { texts as schedules } from './features/schedules/texts'
import type { texts as servers } from './features/servers/texts'
import type { texts as settings } from './features/settings/texts'
import type { texts as signIn } from './features/sign-in/texts'
import type { texts as tags } from './features/tags/texts'
import type { texts as templates } from './features/templates/texts'
import type { texts as thread } from './features/thread/texts'
import type { texts as tickets } from './features/tickets/texts'
import type { texts as todo } from './features/todo/texts'
import type { texts as unavailable } from './features/unavailable/texts'
import type { texts as users } from './features/users/texts'
import type { texts as wall } from './features/wall/texts'
import type { texts as workplace } from './features/workplace/texts'
import type { common } from './i18n/texts/common'
import type { errors } from './i18n/texts/errors'
import type { shell } from './i18n/texts/shell'

declare module 'i18next' {
  interface CustomTypeOptions {
    returnNull: false
    resources: {
      translation: {
        common: (typeof common)['pt']
        errors: (typeof errors)['pt']
        shell: (typeof shell)['pt']
        announcements: (typeof announcements)['pt']
        audit: (typeof audit)['pt']
        automation: (typeof automation)['pt']
        chats: (typeof chats)['pt']
        campaigns: (typeof campaigns)['pt']
        companies: (typeof companies)['pt']
        composer: (typeof composer)['pt']
        connections: (typeof connections)['pt']
        contactDrawer: (typeof contactDrawer)['pt']
        contactLists: (typeof contactLists)['pt']
        contacts: (typeof contacts)['pt']
        dashboard: (typeof dashboard)['pt']
        downloads: (typeof downloads)['pt']
        fileLists: (typeof fileLists)['pt']
        finance: (typeof finance)['pt']
        firstRun: (typeof firstRun)['pt']
        helps: (typeof helps)['pt']
        hours: (typeof hours)['pt']
        kanban: (typeof kanban)['pt']
        keeping: (typeof keeping)['pt']
        integrations: (typeof integrations)['pt']
        kit: (typeof kit)['pt']
        messagesApi: (typeof messagesApi)['pt']
        network: (typeof network)['pt']
        prompts: (typeof prompts)['pt']
        queues: (typeof queues)['pt']
        quickMessages: (typeof quickMessages)['pt']
        recorder: (typeof recorder)['pt']
        schedules: (typeof schedules)['pt']
        servers: (typeof servers)['pt']
        settings: (typeof settings)['pt']
        signIn: (typeof signIn)['pt']
        tags: (typeof tags)['pt']
        templates: (typeof templates)['pt']
        thread: (typeof thread)['pt']
        tickets: (typeof tickets)['pt']
        todo: (typeof todo)['pt']
        unavailable: (typeof unavailable)['pt']
        users: (typeof users)['pt']
        wall: (typeof wall)['pt']
        workplace: (typeof workplace)['pt']
      }
    }
  }
}

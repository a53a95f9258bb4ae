/**
 * The keys of every text, typed by i18next's own way: an unknown key, or one that was renamed, does not compile.
 * Portuguese is the measure; that the other languages hold the same keys is shown by tests/unit/i18n. A new file of
 * `src/locales` adds its line here.
 */
import 'i18next'

declare module 'i18next' {
  interface CustomTypeOptions {
    returnNull: false
    resources: {
      translation: {
        announcements: typeof import('./locales/pt/announcements.json')
        apiErrors: typeof import('./locales/pt/apiErrors.json')
        articles: typeof import('./locales/pt/articles.json')
        audit: typeof import('./locales/pt/audit.json')
        automation: typeof import('./locales/pt/automation.json')
        calls: typeof import('./locales/pt/calls.json')
        campaigns: typeof import('./locales/pt/campaigns.json')
        chats: typeof import('./locales/pt/chats.json')
        common: typeof import('./locales/pt/common.json')
        companies: typeof import('./locales/pt/companies.json')
        composer: typeof import('./locales/pt/composer.json')
        connections: typeof import('./locales/pt/connections.json')
        contactDrawer: typeof import('./locales/pt/contactDrawer.json')
        contactLists: typeof import('./locales/pt/contactLists.json')
        contacts: typeof import('./locales/pt/contacts.json')
        copilot: typeof import('./locales/pt/copilot.json')
        dashboard: typeof import('./locales/pt/dashboard.json')
        dialogs: typeof import('./locales/pt/dialogs.json')
        downloads: typeof import('./locales/pt/downloads.json')
        errors: typeof import('./locales/pt/errors.json')
        figures: typeof import('./locales/pt/figures.json')
        fileLists: typeof import('./locales/pt/fileLists.json')
        finance: typeof import('./locales/pt/finance.json')
        firstRun: typeof import('./locales/pt/firstRun.json')
        helps: typeof import('./locales/pt/helps.json')
        hours: typeof import('./locales/pt/hours.json')
        integrations: typeof import('./locales/pt/integrations.json')
        kanban: typeof import('./locales/pt/kanban.json')
        keeping: typeof import('./locales/pt/keeping.json')
        kit: typeof import('./locales/pt/kit.json')
        localNetwork: typeof import('./locales/pt/localNetwork.json')
        macros: typeof import('./locales/pt/macros.json')
        mail: typeof import('./locales/pt/mail.json')
        mentions: typeof import('./locales/pt/mentions.json')
        menu: typeof import('./locales/pt/menu.json')
        messageMenus: typeof import('./locales/pt/messageMenus.json')
        messagesApi: typeof import('./locales/pt/messagesApi.json')
        network: typeof import('./locales/pt/network.json')
        notReceived: typeof import('./locales/pt/notReceived.json')
        notices: typeof import('./locales/pt/notices.json')
        prompts: typeof import('./locales/pt/prompts.json')
        queues: typeof import('./locales/pt/queues.json')
        quickMessages: typeof import('./locales/pt/quickMessages.json')
        recorder: typeof import('./locales/pt/recorder.json')
        reportFiles: typeof import('./locales/pt/reportFiles.json')
        reports: typeof import('./locales/pt/reports.json')
        rules: typeof import('./locales/pt/rules.json')
        savedViews: typeof import('./locales/pt/savedViews.json')
        schedules: typeof import('./locales/pt/schedules.json')
        servers: typeof import('./locales/pt/servers.json')
        serviceLevels: typeof import('./locales/pt/serviceLevels.json')
        settings: typeof import('./locales/pt/settings.json')
        shell: typeof import('./locales/pt/shell.json')
        signIn: typeof import('./locales/pt/signIn.json')
        steps: typeof import('./locales/pt/steps.json')
        tags: typeof import('./locales/pt/tags.json')
        templates: typeof import('./locales/pt/templates.json')
        textMenu: typeof import('./locales/pt/textMenu.json')
        thread: typeof import('./locales/pt/thread.json')
        tickets: typeof import('./locales/pt/tickets.json')
        todo: typeof import('./locales/pt/todo.json')
        unavailable: typeof import('./locales/pt/unavailable.json')
        users: typeof import('./locales/pt/users.json')
        wall: typeof import('./locales/pt/wall.json')
        workplace: typeof import('./locales/pt/workplace.json')
      }
    }
  }
}

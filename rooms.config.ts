/**
 * Who may use what: first the floors of the server and the circles of rooms that are left, then room by room. What is not
 * said here is refused, and so is what is said and nobody uses (tests/unit/rooms). What the rooms are for stands in
 * docs/rooms.md.
 */

/**
 * The floors of the workspace server, the lowest first: the folders of `electron/server`. A room uses rooms of its
 * floor and of those below it, never of one above: the platform knows no ticket, the desk is what people and customers do,
 * automation is what follows from that by itself, and the doors are how all of it is called.
 */
export const FLOORS = ['platform', 'desk', 'automation', 'doors']

/** Rooms of the server that all reach one another, with the reason. The list only shrinks, and so does each circle. */
export const CIRCLES: Readonly<Record<string, string>> = {
  'automation/articles automation/copilot automation/integrations':
    "articles are searched by the copilot's vectors, the copilot answers from articles, and prompts do both",
  'automation/auto-replies automation/bot':
    'the chatbot asks who answers after it, and an answer that hands over speaks its words',
  'desk/channel desk/channel/web': "erasing a person names them as the paired number's keys do",
  'desk/contact-lists desk/contacts':
    'lists read numbers as contacts do, and erasing a person takes them off the lists',
  'desk/messages desk/outgoing desk/reports desk/tickets':
    'a message moves its ticket and leaves; a transition says something; a ticket is measured before it is deleted',
  'platform/audit platform/http platform/logos platform/media':
    'calls are recorded and files served as they are bound, and their rooms name the shapes of calls',
  'platform/auth platform/people':
    'signing in ends a break and shows the person; people prove and change passwords',
  'platform/db platform/db/engine platform/db/migrations platform/keeping':
    'migrations hold words of each engine, engines take migrations, and an import locks the folder it reads',
}

/** Files of the server that read rows of all companies at once, with the reason. */
export const READS_OF_ALL: Readonly<Record<string, string>> = {
  'electron/server/desk/channel/cloud/connections.ts': 'the numbers a process connects at its start',
  'electron/server/desk/channel/web/index.ts': 'the numbers a process connects at its start',
  'electron/server/desk/outgoing/jobs.ts': 'how far the outbox of a process is',
  'electron/server/doors/dashboard/figures.ts': 'what a super-administrator sees of the platform',
  'electron/server/doors/work/needed.ts': 'whether anybody needs this computer',
  'electron/server/platform/auth/places.ts': 'who signs in names an e-mail, which is one of the whole server',
  'electron/server/platform/auth/sign-in.ts':
    'who signs in names an e-mail, which is one of the whole server',
  'electron/server/platform/companies/announcements.ts': 'announcements are for every company',
  'electron/server/platform/mail/at-computer.ts': 'whoever sits at this computer may be of any company',
  'electron/server/platform/mail/forgotten.ts': 'who forgot a password names an e-mail alone',
  'electron/server/platform/operation/metrics.ts': 'figures of the whole server, for who operates it',
  'electron/server/platform/payments/charges.ts': 'charges are looked after for the platform',
  'electron/server/platform/payments/invoices.ts': 'invoices are made for every company in one go',
  'electron/server/platform/people/users.ts': 'an e-mail is one of the whole server',
}

/**
 * A row `folder` is a room with all below it; where a row `folder/**` stands too, with its files only: each folder below is a
 * room of its own. What `folder/**` and `file.ts` say is added to what a room says. A list names, parted by blanks:
 * - rooms: a room, or one file of it without its ending; `./name` is beside the row (`electron/main/name`,
 *   `electron/server/name`); its own room need not be named; `*` is anything
 * - packages: exactly what is imported (`dayjs/plugin/utc`; `virtual:texts/**` is all below); `type:name` its types alone
 * - node: Node's own modules
 * - globals: what opens a connection by itself
 * - writes: writes that name no company: `platform`, `unordered` (electron/server/platform/db/client.ts)
 * - casts: `JSON`, where it is a room's own rows: what comes from outside is read by a schema instead
 * - speaks: `Portuguese`, where customers or a model are told something; all other sentences stand in src/locales
 */
interface Row {
  rooms?: string
  packages?: string
  node?: string
  globals?: string
  writes?: string
  casts?: string
  speaks?: string
}

/** Names of packages that a row has to say by name: `electron` alone does not give `ipcMain`. */
export const GUARDED = [
  'antd#AutoComplete',
  'antd#Calendar',
  'antd#Cascader',
  'antd#DatePicker',
  'antd#InputNumber',
  'antd#Mentions',
  'antd#Select',
  'antd#TimePicker',
  'antd#TreeSelect',
  'electron#ipcMain',
  'electron#ipcRenderer',
  'zustand#create',
  'zustand#createStore',
]

export const ROOMS: Record<string, Row> = {
  // Windows
  src: { rooms: 'src/app src/contract src/i18n' },
  'src/**': {},
  // Types of every text.
  'src/i18next.d.ts': { rooms: '*', packages: 'i18next' },
  'src/contract': { packages: 'zod' },
  'src/api': { rooms: 'src/contract', packages: 'axios' },
  'src/stores': { rooms: 'src/api src/contract', packages: 'dayjs dayjs/plugin/utc react zod zustand' },
  // What outlives a session; every other store is made by createSessionStore.
  'src/stores/commands.ts': { packages: 'zustand#create' },
  'src/stores/connection.ts': { packages: 'zustand#create' },
  'src/stores/downloads.ts': { packages: 'zustand#create' },
  'src/stores/kanban/store.ts': { packages: 'zustand/react/shallow' },
  'src/stores/keeping.ts': { packages: 'zustand#create' },
  'src/stores/logos.ts': { packages: 'zustand#create' },
  'src/stores/network.ts': { packages: 'zustand#create' },
  'src/stores/pairing.ts': { packages: 'zustand#create' },
  'src/stores/preferences.ts': { packages: 'zustand#create' },
  'src/stores/servers.ts': { packages: 'zustand#create' },
  'src/stores/session.ts': { packages: 'zustand#create' },
  'src/stores/session-end.ts': { packages: 'zustand#create' },
  'src/stores/system.ts': { packages: 'zustand#create' },
  'src/stores/workspace.ts': { packages: 'zustand#create' },
  // One select; one field for numbers, and the calendars of days, moments and ranges: they read what is typed by src/i18n/parse.ts.
  'src/ui/select.tsx': { packages: 'antd#Select' },
  'src/features/kit/number-field.tsx': { packages: 'antd#InputNumber' },
  'src/features/kit/pickers.tsx': { packages: 'antd#DatePicker' },
  'src/ui': {
    rooms: 'src/contract',
    packages: 'antd lucide-react qrcode react react-dom react-router-dom virtua',
  },
  'src/i18n': {
    rooms: 'src/contract',
    packages: 'dayjs dayjs/locale/** i18next react react-i18next virtual:texts/**',
  },
  'src/features/*': {
    rooms: 'src/api src/contract src/i18n src/spreadsheet src/stores src/ui',
    packages:
      'antd dayjs lucide-react react react-dom react-router-dom type:antd/es/input/TextArea type:i18next ' +
      'zod',
  },
  // Files that main gives by address, and an address in this computer's memory.
  'src/features/composer/answer-file.ts': { globals: 'fetch' },
  'src/features/helps/player.tsx': { globals: 'fetch' },
  'src/features/thread/media/waveform.ts': { globals: 'fetch' },
  'src/recorder/keep-recording.ts': { globals: 'fetch' },
  'src/features/contact-drawer/open-sections.ts': { packages: 'zustand zustand#create' },
  'src/features/audit/**': { packages: 'papaparse' },
  'src/features/composer/**': { packages: 'emoji-picker-react emoji-picker-react/data/**' },
  'src/features/contact-lists/**': { packages: 'papaparse' },
  'src/features/copilot/**': { packages: 'eld/extrasmall' },
  'src/features/dashboard/**': { packages: '@ant-design/charts' },
  'src/features/dragging/**': { packages: '@dnd-kit/core' },
  'src/features/kanban/**': { packages: '@dnd-kit/core' },
  'src/features/kit/**': { packages: '@rc-component/picker/** diff type:zustand' },
  'src/features/queues/**': { packages: '@dnd-kit/core @dnd-kit/sortable @dnd-kit/utilities' },
  'src/features/schedules/**': { packages: '@fullcalendar/react @fullcalendar/react/**' },
  'src/features/thread/**': { packages: 'linkify-it' },
  'src/app': {
    rooms: 'src/contract src/features/* src/i18n src/stores src/ui',
    packages:
      '@ant-design/cssinjs @fontsource-variable/inter/wght.css antd antd/locale/en_GB antd/locale/es_ES ' +
      'antd/locale/pt_BR dayjs lucide-react react react-dom/client react-i18next react-router-dom',
  },
  'src/spy': {
    rooms: 'src/app src/features/* src/stores src/ui',
    packages: 'react react-dom/client react-router-dom zod',
  },
  'src/recorder': { rooms: 'src/contract', packages: 'lamejs' },
  'src/spreadsheet': { rooms: 'src/contract', packages: '@e965/xlsx papaparse' },
  'src/gallery': {
    rooms: 'src/app src/ui',
    packages:
      '@ant-design/cssinjs @vitejs/plugin-react antd antd/locale/en_GB react ' + 'react-dom/client vite',
    node: 'url',
  },

  // Main and the doors to it
  electron: { node: 'events v8 vm' },
  'electron/**': {},
  // Texts of main and the server.
  'electron/translators.ts': { rooms: 'src/contract src/i18n/counting', packages: 'i18next' },
  // Raw IPC.
  'electron/main/ipc/open.ts': { packages: 'electron#ipcMain' },
  'electron/preload/bridge.ts': { packages: 'electron#ipcRenderer' },
  'electron/preload': { rooms: 'src/contract', packages: 'electron' },
  // What server and main share of asking a model.
  'electron/copilot': {
    rooms: 'electron/ogg electron/providers src/contract',
    node: 'crypto',
    speaks: 'Portuguese',
  },
  // Documents that came from outside, read in a thread: of server and main.
  'electron/documents': {
    rooms: 'electron src/contract',
    packages: 'parse5 saxes unpdf yauzl',
    node: 'fs path string_decoder url worker_threads',
  },
  // Calls to addresses that somebody typed, and what is asked there: of server and main.
  'electron/outward': { rooms: 'electron', node: 'dns http https net' },
  // The component that pairs numbers, on the disk: main installs it, the server loads it.
  'electron/pairing': { packages: 'zod', node: 'crypto fs/promises path' },
  'electron/providers': {
    rooms: 'electron electron/outward src/contract',
    packages: 'openai zod',
    node: 'crypto',
  },
  'electron/database': {
    packages: '@libsql/client/sqlite3 libsql/promise type:@libsql/client',
    node: 'fs module sqlite worker_threads',
  },
  // It knows nothing of the program it runs.
  'scripts/stand-in': {
    rooms: 'scripts',
    packages: 'type:electron vite ws',
    node:
      'child_process crypto events fs fs/promises http https module net os path stream stream/promises ' +
      'stream/web url v8 vm zlib',
  },
  'electron/main/**': {
    rooms: 'src/locales/** electron electron/main electron/main/log src/contract',
    packages: 'type:i18next zod',
    node: 'path',
  },
  'electron/main': {
    rooms:
      'electron/database ./attachments ./cache ./config ./copilot ./drafts ./local-db ./network ./outbox ./session ' +
      './start ./system',
    packages: 'electron',
    node: 'crypto fs',
  },
  'electron/main/adapters': { rooms: './session src/spreadsheet', packages: '@e965/xlsx', node: 'crypto' },
  'electron/main/attachments': {
    rooms: 'electron/database ./local-db',
    node: 'crypto events fs fs/promises stream stream/web',
  },
  'electron/main/attention': {
    rooms: './gateway ./outbox ./session',
    packages: 'electron',
    node: 'crypto fs/promises',
  },
  'electron/main/cache': { rooms: './local-db' },
  'electron/main/config': { node: 'fs' },
  'electron/main/copilot': {
    rooms:
      'electron/copilot electron/documents electron/outward electron/providers ./cache ./config ./local-db ./session ./settings',
  },
  'electron/main/data': { rooms: './diagnostics' },
  'electron/main/deep-links': { packages: 'type:electron' },
  'electron/main/diagnostics': { rooms: './start ./updates', packages: 'type:electron', node: 'fs os' },
  'electron/main/downloads': { rooms: './gateway', node: 'child_process fs fs/promises util' },
  'electron/main/drafts': { rooms: './attachments ./local-db' },
  'electron/main/gateway': {
    rooms: 'electron/outward ./attention ./cache ./session',
    node: 'crypto fs/promises',
  },
  'electron/main/ipc': {
    rooms:
      './data ./diagnostics ./downloads ./gateway ./microphone ./network ./pairing ' +
      './servers ./session ./settings ./socket ./spelling ./start ./system ./updates ./windows ./workspace',
    packages: 'electron',
  },
  'electron/main/local-db': { rooms: 'electron/database', packages: 'type:@libsql/client', node: 'fs' },
  'electron/main/log': { packages: 'electron-log/node' },
  'electron/main/menu': { rooms: './deep-links', packages: 'type:electron' },
  'electron/main/microphone': {
    rooms: 'electron/database ./gateway ./ipc',
    packages: 'electron',
    node: 'fs',
  },
  'electron/main/pairing': {
    rooms: 'electron/outward electron/pairing ./adapters ./config ./session',
    packages: 'tar/parse',
    node: 'crypto fs/promises timers/promises util zlib',
  },
  'electron/main/network': { rooms: './session', packages: 'electron ws', node: 'crypto https stream tls' },
  'electron/main/outbox': { rooms: './attachments ./local-db', node: 'crypto stream' },
  'electron/main/servers': {
    rooms: 'electron electron/outward ./adapters ./config ./network ./session ./settings',
    node: 'fs',
  },
  'electron/main/session': {
    rooms: 'electron/database ./adapters ./config',
    packages: 'type:electron',
    node: 'fs/promises stream stream/promises stream/web',
  },
  'electron/main/settings': { rooms: 'electron/database', packages: 'electron-store', node: 'fs' },
  'electron/main/socket': {
    rooms: './session',
    packages: 'engine.io-client socket.io-client',
    node: 'zlib',
  },
  'electron/main/spelling': { rooms: './gateway', packages: 'type:electron' },
  'electron/main/macros': { rooms: './local-db' },
  'electron/main/reminders': { rooms: './cache ./local-db ' },
  'electron/main/start': {
    rooms:
      './adapters ./attachments ./attention ./config ./copilot ./data ./deep-links ./diagnostics ' +
      './downloads ./gateway ./ipc ./macros ./menu ./microphone ./network ./pairing ./servers ./session ./settings ' +
      './reminders ./socket ./spelling ./saved-views ./system ./updates ./windows ./workspace',
    packages: 'electron electron-updater virtual:pairing-list',
    node: 'crypto dns/promises fs fs/promises stream',
  },
  'electron/main/system': { rooms: './updates', packages: 'type:electron', node: 'child_process fs os' },
  'electron/main/updates': { rooms: './config ./network', node: 'events fs' },
  'electron/main/saved-views': { rooms: './local-db ./session' },
  'electron/main/windows': { rooms: './gateway ./microphone ./settings', packages: 'electron' },
  'electron/main/workspace': {
    rooms: 'electron/database electron/pairing ./config',
    packages: 'electron',
    node: 'fs',
  },

  // The workspace server and its demo
  'electron/demo': {
    rooms:
      'electron/copilot electron/database electron/server electron/server/automation/articles electron/server/platform/auth electron/server/desk/channel ' +
      'electron/server/platform/companies electron/server/platform/db electron/server/platform/db/engine electron/server/platform/media ' +
      'electron/server/desk/messages electron/server/platform/payments electron/server/desk/reports electron/server/desk/tickets electron/server/automation/webhooks ' +
      'src/contract',
    packages: 'drizzle-orm type:drizzle-orm/sqlite-core',
    node: 'crypto fs fs/promises path',
    writes: 'platform',
    casts: 'JSON',
    speaks: 'Portuguese',
  },
  'electron/server/demo-port.ts': { rooms: 'electron/demo' },
  'electron/server/**': {
    rooms: 'electron electron/server src/contract src/locales/**',
    packages: 'type:i18next zod',
  },
  // Each floor may use those below it; what doors may use of them stands with each door.
  'electron/server/desk/**': { rooms: './platform/**' },
  'electron/server/automation/**': { rooms: './platform/**' },
  'electron/server': {
    rooms:
      'electron/database electron/outward electron/pairing electron/providers ./desk/channel ./desk/channel/cloud ' +
      './desk/channel/voice ./desk/channel/web ./desk/happenings ./desk/inbound ./desk/outgoing ./desk/tickets ' +
      './doors/routes ./doors/work ./platform/audit ./platform/auth ./platform/cluster ./platform/companies ' +
      './platform/db ./platform/db/engine ./platform/db/migrations ./platform/http ./platform/keeping ' +
      './platform/local-network ./platform/mail ./platform/media ./platform/operation ./platform/payments ' +
      './platform/realtime',
    packages: 'drizzle-orm type:fastify',
    node: 'crypto fs module net os path timers/promises v8',
  },
  // The platform: knows no ticket
  'electron/server/platform/audit': {
    rooms: './platform/db ./platform/db/engine ./platform/http',
    packages: 'drizzle-orm type:drizzle-orm/sqlite-core',
    writes: 'unordered',
  },
  'electron/server/platform/auth': {
    rooms: './platform/db ./platform/db/engine ./platform/people ./platform/plans',
    packages: 'drizzle-orm jose otpauth type:fastify',
    node: 'crypto fs net os path',
    writes: 'unordered',
    casts: 'JSON',
  },
  'electron/server/platform/cluster': {
    rooms: './platform/auth ./platform/db ./platform/db/engine',
    packages: 'drizzle-orm',
    node: 'crypto timers/promises',
    writes: 'unordered',
  },
  'electron/server/platform/companies': {
    rooms:
      './platform/auth ./platform/db ./platform/db/engine ./platform/keeping ./platform/media ./platform/people ' +
      './platform/records',
    packages: 'drizzle-orm',
    node: 'crypto',
    writes: 'platform',
  },
  'electron/server/platform/db': {
    rooms: 'electron/copilot electron/database ./platform/db/engine ./platform/db/migrations',
    packages: 'drizzle-orm drizzle-orm/libsql/web drizzle-orm/sqlite-core type:@libsql/client',
    node: 'crypto fs fs/promises path timers/promises',
  },
  'electron/server/platform/db/engine': {
    rooms: 'electron/database ./platform/db ./platform/db/migrations ./platform/keeping',
    packages: 'drizzle-orm drizzle-orm/sqlite-core drizzle-orm/sqlite-proxy pg type:@libsql/client',
    node: 'async_hooks crypto fs fs/promises os path timers/promises',
    writes: 'platform',
    casts: 'JSON',
  },
  'electron/server/platform/db/migrations': {
    rooms: './platform/db/engine',
    packages: 'type:@libsql/client',
    node: 'crypto',
  },
  'electron/server/platform/http': {
    rooms:
      'electron/database ./platform/audit ./platform/auth ./platform/db ./platform/db/engine ./platform/logos ' +
      './platform/media ./platform/operation',
    packages: '@fastify/cookie @fastify/multipart fastify papaparse',
    node: 'crypto fs fs/promises http net path stream stream/promises',
  },
  'electron/server/platform/keeping': {
    rooms: 'electron/database ./platform/db',
    packages: 'drizzle-orm type:@libsql/client',
    node: 'fs fs/promises os path timers/promises',
    writes: 'platform',
  },
  'electron/server/platform/local-network': {
    rooms: 'electron/outward ./platform/auth ./platform/db ./platform/http ./platform/people',
    packages: 'drizzle-orm selfsigned',
    node: 'crypto http https net os timers/promises',
    writes: 'platform',
  },
  'electron/server/platform/logos': {
    rooms: 'electron/database ./platform/media',
    packages: 'saxes type:fastify',
    node: 'crypto fs/promises path',
  },
  'electron/server/platform/mail': {
    rooms:
      'electron/database ./platform/audit ./platform/auth ./platform/companies ./platform/db ./platform/db/engine',
    packages: 'drizzle-orm nodemailer',
    node: 'crypto fs/promises path timers/promises',
    writes: 'platform unordered',
  },
  'electron/server/platform/media': {
    rooms: 'electron/database ./platform/auth ./platform/db ./platform/http',
    packages: '@aws-sdk/client-s3 drizzle-orm type:fastify',
    node: 'crypto fs fs/promises http path stream stream/consumers stream/promises',
  },
  'electron/server/platform/operation': {
    rooms: './platform/db ./platform/db/migrations',
    packages: 'drizzle-orm prom-client type:fastify',
    node: 'async_hooks crypto http timers/promises',
  },
  'electron/server/platform/payments': {
    rooms: './platform/auth ./platform/companies ./platform/db ./platform/db/engine',
    packages: 'drizzle-orm pix-utils',
    node: 'crypto https tls',
    writes: 'platform',
  },
  'electron/server/platform/people': {
    rooms: './platform/auth ./platform/db ./platform/plans',
    packages: 'drizzle-orm',
    writes: 'platform',
  },
  'electron/server/platform/plans': {
    rooms: './platform/db',
    packages: 'drizzle-orm',
  },
  'electron/server/platform/providers': { rooms: 'electron electron/outward' },
  'electron/server/platform/realtime': {
    rooms:
      './platform/auth ./platform/cluster ./platform/db ./platform/db/engine ./platform/http ./platform/people',
    packages: 'drizzle-orm socket.io',
    node: 'http net timers/promises zlib',
    writes: 'platform',
  },
  'electron/server/platform/records': {
    rooms: './platform/db ./platform/http ./platform/media',
    packages: 'drizzle-orm type:drizzle-orm/sqlite-core',
    writes: 'platform',
  },
  // The desk: what people and customers do
  'electron/server/desk/channel': {
    rooms: './desk/channel/web',
    packages: 'drizzle-orm type:fastify',
    node: 'timers/promises',
    writes: 'unordered',
  },
  'electron/server/desk/channel/cloud': {
    rooms: 'electron/outward electron/providers ./desk/channel ./desk/channel/voice ./desk/contacts',
    packages: 'drizzle-orm type:fastify',
    node: 'crypto fs/promises http',
    writes: 'unordered',
  },
  'electron/server/desk/channel/voice': {
    rooms: 'electron electron/documents',
    packages: 'type:libopus-wasm type:mpg123-decoder',
    node: 'fs fs/promises module path url worker_threads',
  },
  'electron/server/desk/channel/web': {
    rooms: './desk/channel ./desk/channel/voice ./desk/channel/worker',
    packages: 'drizzle-orm type:@whiskeysockets/baileys',
    node: 'crypto fs/promises timers/promises worker_threads',
    writes: 'unordered',
    casts: 'JSON',
  },
  // Pictures and files of WhatsApp's own servers: the library gives the address, and takes no more than a path from what a
  // sender wrote.
  'electron/server/desk/channel/web/actions.ts': { globals: 'fetch' },
  'electron/server/desk/channel/web/file.ts': { globals: 'fetch' },
  'electron/server/desk/channel/worker': { node: 'path url worker_threads' },
  'electron/server/desk/chats': { packages: 'drizzle-orm', node: 'crypto' },
  'electron/server/desk/connections': {
    rooms: './desk/presenters',
    packages: 'drizzle-orm',
    node: 'crypto',
  },
  'electron/server/desk/contact-lists': {
    rooms: 'electron/documents src/spreadsheet ./desk/channel ./desk/contacts ./desk/happenings',
    packages: 'drizzle-orm',
    node: 'fs fs/promises path url worker_threads',
  },
  'electron/server/desk/contacts': {
    rooms:
      'src/spreadsheet ./desk/channel ./desk/contact-lists ./desk/happenings ./desk/reports ./desk/tickets ' +
      './desk/presenters',
    packages: 'drizzle-orm yazl',
    node: 'fs/promises path stream',
  },
  'electron/server/desk/file-lists': { packages: 'drizzle-orm' },
  'electron/server/desk/happenings': {
    rooms: './desk/channel ./desk/presenters',
    packages: 'drizzle-orm',
  },
  'electron/server/desk/inbound': {
    rooms:
      './desk/channel ./desk/contacts ./desk/happenings ./desk/messages ./desk/outgoing ' +
      './desk/tickets ./desk/presenters',
    packages: 'drizzle-orm',
  },
  'electron/server/desk/link-previews': {
    rooms: 'electron/outward ./desk/happenings ./desk/messages',
    packages: 'drizzle-orm parse5',
    node: 'crypto timers/promises',
  },
  // What customers are told in the words the chatbot has.
  'electron/server/desk/messages/ask-number.ts': { speaks: 'Portuguese' },
  'electron/server/desk/tickets/automatic.ts': { speaks: 'Portuguese' },
  'electron/server/desk/mentions': { rooms: './desk/tickets', packages: 'drizzle-orm' },
  'electron/server/desk/messages': {
    rooms: './desk/channel ./desk/happenings ./desk/outgoing ./desk/tickets ./desk/presenters',
    packages: 'drizzle-orm linkify-it',
    node: 'crypto',
  },
  'electron/server/desk/outgoing': {
    rooms: './desk/channel ./desk/happenings ./desk/messages ./desk/tickets ./desk/presenters',
    packages: 'drizzle-orm',
    node: 'timers/promises',
    writes: 'unordered',
  },
  'electron/server/desk/queues': {
    rooms: './desk/tickets ./desk/presenters',
    packages: 'drizzle-orm',
  },
  'electron/server/desk/reports': {
    rooms: './desk/tickets',
    packages: 'drizzle-orm type:drizzle-orm/sqlite-core',
    casts: 'JSON',
  },
  'electron/server/desk/templates': {
    rooms:
      './desk/channel ./desk/channel/cloud ./desk/messages ./desk/outgoing ./desk/tickets ./desk/presenters',
    packages: 'drizzle-orm',
    writes: 'unordered',
  },
  'electron/server/desk/tickets': {
    rooms:
      './desk/channel ./desk/happenings ./desk/messages ./desk/outgoing ./desk/reports ./desk/presenters',
    packages: 'drizzle-orm',
    node: 'crypto',
    casts: 'JSON',
  },
  'electron/server/desk/presenters': {
    rooms: 'electron/copilot electron/providers ./desk/channel',
    packages: 'drizzle-orm drizzle-orm/sqlite-core',
  },
  // Automation: what follows from that by itself
  'electron/server/automation/articles': {
    rooms: 'electron/copilot electron/documents electron/outward ./automation/copilot ./desk/tickets',
    packages: 'drizzle-orm yazl',
    node: 'fs/promises stream',
  },
  'electron/server/automation/assignment': {
    rooms: './automation/schedules ./desk/happenings ./desk/tickets ./desk/presenters',
    packages: 'drizzle-orm',
    writes: 'platform',
  },
  'electron/server/automation/auto-replies': {
    rooms:
      'electron/providers ./automation/articles ./automation/bot ./automation/copilot ./automation/integrations ' +
      './automation/transcripts ./desk/happenings ./desk/messages ./desk/outgoing ./desk/tickets ./desk/presenters',
    packages: 'drizzle-orm',
    speaks: 'Portuguese',
  },
  'electron/server/automation/bot': {
    rooms: './automation/auto-replies ./desk/messages ./desk/tickets ./desk/presenters',
    packages: 'drizzle-orm',
  },
  'electron/server/automation/campaigns': {
    rooms:
      './desk/channel ./desk/channel/cloud/portfolio ./desk/contact-lists ./desk/contacts ./desk/file-lists ' +
      './desk/happenings ./desk/messages ./desk/outgoing ./desk/templates ./desk/tickets ./desk/presenters',
    packages: 'drizzle-orm',
    node: 'crypto',
    writes: 'platform',
  },
  'electron/server/automation/copilot': {
    rooms:
      'electron/copilot electron/providers ./automation/articles ./automation/integrations ./desk/happenings ' +
      './desk/messages ./desk/tickets ./desk/presenters',
    packages: 'drizzle-orm type:fastify',
    node: 'crypto',
    writes: 'unordered',
  },
  'electron/server/automation/integrations': {
    rooms: 'electron/providers ./automation/articles',
    packages: 'drizzle-orm type:fastify',
    speaks: 'Portuguese',
  },
  'electron/server/automation/rules': {
    rooms: './automation/steps ./desk/happenings ./desk/tickets ./desk/presenters',
    packages: 'drizzle-orm',
    node: 'crypto timers/promises',
  },
  'electron/server/automation/schedules': {
    rooms: './desk/channel ./desk/messages ./desk/outgoing ./desk/tickets',
    packages: 'drizzle-orm',
    writes: 'platform',
  },
  'electron/server/automation/service-levels': {
    rooms: './automation/steps ./desk/happenings ./desk/tickets ./desk/presenters',
    packages: 'drizzle-orm',
    node: 'crypto',
  },
  'electron/server/automation/steps': {
    rooms:
      './automation/schedules ./desk/happenings ./desk/mentions ./desk/messages ./desk/outgoing ./desk/tickets',
    packages: 'drizzle-orm',
  },
  'electron/server/automation/transcripts': {
    rooms:
      'electron/copilot electron/providers ./automation/articles ./automation/copilot ./automation/integrations ' +
      './desk/happenings ./desk/messages ./desk/tickets ./desk/presenters',
    packages: 'drizzle-orm',
    node: 'path stream/consumers',
  },
  'electron/server/automation/webhooks': {
    rooms: 'electron/outward ./desk/happenings ./desk/tickets ./desk/presenters',
    packages: 'drizzle-orm',
    node: 'crypto',
    writes: 'unordered',
    casts: 'JSON',
  },
  // Doors: how all of it is called
  'electron/server/doors/dashboard': {
    rooms:
      './automation/copilot ./desk/contacts ./desk/reports ./platform/db ./platform/db/engine ./platform/plans',
    packages: 'drizzle-orm type:drizzle-orm/sqlite-core',
  },
  'electron/server/doors/external-api': {
    rooms:
      './automation/articles ./desk/contacts ./desk/happenings ./desk/inbound ./desk/messages ./desk/outgoing ' +
      './desk/reports ./desk/tickets ./desk/presenters ./platform/audit ./platform/db ./platform/http ./platform/media',
    packages: 'drizzle-orm type:fastify type:zod',
    node: 'crypto fs stream/promises timers/promises',
    writes: 'unordered',
  },
  'electron/server/doors/floor': {
    rooms: './desk/reports ./platform/db ./platform/db/engine ./platform/records',
    packages: 'drizzle-orm type:drizzle-orm/sqlite-core',
  },
  'electron/server/doors/report-files': {
    rooms: './desk/reports ./platform/db ./platform/http',
    packages: 'drizzle-orm type:i18next yazl',
    node: 'stream',
  },
  'electron/server/doors/report-schedules': {
    rooms:
      './automation/schedules ./desk/happenings ./doors/report-files ./platform/auth ./platform/db ' +
      './platform/db/engine ./platform/mail ./platform/records',
    packages: 'drizzle-orm',
    node: 'stream',
  },
  'electron/server/doors/routes': {
    // Handlers hold no rules: each area keeps its tables itself.
    rooms:
      './automation/articles ./automation/assignment ./platform/audit ./platform/auth ./automation/integrations ./automation/campaigns ./desk/channel/cloud/account ./desk/channel/cloud/ask-phone ./desk/channel/cloud/profile ./desk/channel/cloud/set-up ./desk/channel/cloud/version ./desk/channel/traffic ./desk/chats ./platform/companies ./desk/connections ./desk/contact-lists ./desk/contacts ./automation/copilot ./doors/dashboard ./platform/db/client ./platform/db/company-rows ./doors/external-api ./desk/file-lists ./doors/floor ./platform/http ./platform/keeping ./platform/local-network ./platform/logos ./platform/mail ./desk/mentions ./desk/messages ./platform/payments ./platform/people ./platform/plans ./desk/queues ./platform/records ./doors/report-files ./doors/report-schedules ./desk/reports ./automation/rules ./automation/schedules ./automation/service-levels ./automation/steps ./desk/templates ./desk/tickets ./automation/transcripts ./automation/webhooks',
    packages: 'type:fastify',
  },
  'electron/server/doors/work': {
    rooms:
      './automation/assignment ./automation/auto-replies ./automation/campaigns ./automation/copilot ./automation/rules ' +
      './automation/schedules ./automation/service-levels ./automation/transcripts ./automation/webhooks ./desk/channel ' +
      './desk/contact-lists ./desk/contacts ./desk/happenings ./desk/link-previews ./desk/outgoing ' +
      './desk/reports ./desk/tickets ./doors/floor ./doors/report-schedules ./platform/audit ./platform/cluster ' +
      './platform/companies ./platform/db ./platform/keeping ./platform/payments ./platform/people',
    packages: 'drizzle-orm',
    node: 'timers/promises',
    writes: 'unordered',
  },

  // What is never shipped uses what it needs; nothing that is shipped may use it.
  scripts: { rooms: '*', packages: '*', node: '*' },
  tests: { rooms: '*', packages: '*', node: '*', globals: '*' },
}

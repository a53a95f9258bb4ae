/**
 * Who may use what, room by room; what a row does not say is refused, and so is what it says and nobody uses
 * (tests/unit/rooms). What the rooms are for stands in docs/rooms.md.
 *
 * A row `folder` is a room with all below it; where a row `folder/**` stands too, with its files only: each folder below is a
 * room of its own. What `folder/**` and `file.ts` say is added to what a room says. A list names, parted by blanks:
 * - rooms: a room, or one file of it without its ending; `./name` is beside the row (`electron/main/name`,
 *   `electron/server/name`); its own room need not be named; `*` is anything
 * - packages: exactly what is imported (`dayjs/plugin/utc`; `virtual:texts/**` is all below); `type:name` its types alone
 * - node: Node's own modules
 * - globals: what opens a connection by itself
 */
interface Row {
  rooms?: string
  packages?: string
  node?: string
  globals?: string
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
  'src/features/kit/**': { packages: '@rc-component/picker/** diff' },
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
    rooms: 'src/app src/features/* src/i18n src/stores src/ui',
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
  'electron/copilot': { rooms: 'electron/ogg electron/providers src/contract', node: 'crypto' },
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
  // It is Chromium's network for the program it runs, and its pages speak to it.
  'electron/stand-in': {
    globals: 'fetch WebSocket XMLHttpRequest',
    rooms: 'electron',
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
      'electron/copilot electron/database electron/server electron/server/articles electron/server/auth electron/server/channel ' +
      'electron/server/companies electron/server/db electron/server/db/engine electron/server/media ' +
      'electron/server/messages electron/server/payments electron/server/reports electron/server/tickets electron/server/webhooks ' +
      'src/contract',
    packages: 'drizzle-orm type:drizzle-orm/sqlite-core',
    node: 'crypto fs fs/promises path',
  },
  'electron/server/demo-port.ts': { rooms: 'electron/demo' },
  'electron/server/**': {
    rooms: 'src/locales/** electron electron/server src/contract',
    packages: 'type:i18next zod',
  },
  'electron/server': {
    rooms:
      'electron/database electron/outward electron/pairing electron/providers ./audit ./auth ./channel ./channel/cloud ./channel/voice ./channel/web ./cluster ./companies ./db ./db/engine ./happenings ./http ./inbound ./keeping ./local-network ./mail ./media ./operation ./outgoing ./payments ./realtime ./routes ./tickets ./work',
    packages: 'drizzle-orm type:fastify',
    node: 'crypto fs module net os path timers/promises v8',
  },
  'electron/server/auto-replies': {
    rooms:
      'electron/providers ./articles ./auth ./automation ./bot ./copilot ./db ./db/engine ./happenings ./media ./messages ' +
      './outgoing ./plans ./providers ./tickets ./transcripts ./views',
    packages: 'drizzle-orm',
  },
  'electron/server/articles': {
    rooms:
      'electron/copilot electron/documents electron/outward ./copilot ./db ./db/engine ./http ./providers ./records ./tickets',
    packages: 'drizzle-orm yazl',
    node: 'fs/promises stream',
  },
  'electron/server/assignment': {
    rooms: './db ./db/engine ./happenings ./people ./schedules ./tickets ./views',
    packages: 'drizzle-orm',
  },
  'electron/server/audit': {
    rooms: './db ./db/engine ./http',
    packages: 'drizzle-orm type:drizzle-orm/sqlite-core',
  },
  'electron/server/auth': {
    rooms: './companies ./db ./db/engine ./http ./plans ./people',
    packages: 'drizzle-orm jose otpauth type:fastify',
    node: 'crypto fs os path',
  },
  'electron/server/automation': {
    rooms: 'electron/providers ./articles ./auth ./db ./http ./plans ./providers ./records',
    packages: 'drizzle-orm type:fastify',
  },
  'electron/server/bot': {
    rooms: './auto-replies ./db ./db/engine ./media ./messages ./tickets ./views',
    packages: 'drizzle-orm',
  },
  'electron/server/campaigns': {
    rooms:
      './channel ./channel/cloud/profile ./companies ./contact-lists ./contacts ./db ./db/engine ./file-lists ./happenings ./http ./media ' +
      './messages ./outgoing ./plans ./templates ./tickets ./views',
    packages: 'drizzle-orm',
    node: 'crypto',
  },
  'electron/server/chats': { rooms: './db', packages: 'drizzle-orm', node: 'crypto' },
  'electron/server/channel': {
    rooms: './channel/web ./db ./db/engine ./media',
    packages: 'drizzle-orm type:fastify',
    node: 'timers/promises',
  },
  'electron/server/channel/cloud': {
    rooms: 'electron/outward electron/providers ./auth ./channel ./channel/voice ./contacts ./db ./db/engine',
    packages: 'drizzle-orm type:fastify',
    node: 'crypto fs/promises http',
  },
  'electron/server/channel/voice': {
    rooms: 'electron electron/documents',
    packages: 'type:libopus-wasm type:mpg123-decoder',
    node: 'fs fs/promises module path url worker_threads',
  },
  'electron/server/channel/web': {
    rooms: './auth ./channel ./channel/voice ./channel/worker ./db ./db/engine',
    packages: 'drizzle-orm type:@whiskeysockets/baileys',
    node: 'crypto fs/promises timers/promises worker_threads',
  },
  // Pictures and files of WhatsApp's own servers: the library gives the address, and takes no more than a path from what a
  // sender wrote.
  'electron/server/channel/web/actions.ts': { globals: 'fetch' },
  'electron/server/channel/web/file.ts': { globals: 'fetch' },
  'electron/server/channel/worker': { node: 'path url worker_threads' },
  'electron/server/cluster': {
    rooms: './auth ./db ./db/engine',
    packages: 'drizzle-orm',
    node: 'crypto timers/promises',
  },
  'electron/server/companies': {
    rooms: './auth ./db ./db/engine ./keeping ./media ./people ./records',
    packages: 'drizzle-orm',
    node: 'crypto',
  },
  'electron/server/connections': {
    rooms: './db ./plans ./views',
    packages: 'drizzle-orm',
    node: 'crypto',
  },
  'electron/server/contact-lists': {
    rooms: 'electron/documents src/spreadsheet ./channel ./contacts ./db ./db/engine ./http',
    packages: 'drizzle-orm',
    node: 'fs fs/promises path url worker_threads',
  },
  'electron/server/contacts': {
    rooms:
      'src/spreadsheet ./audit ./channel ./contact-lists ./db ./db/engine ./http ./keeping ./media ./reports ./tickets ./views',
    packages: 'drizzle-orm yazl',
    node: 'fs/promises path stream',
  },
  'electron/server/copilot': {
    rooms:
      'electron/copilot electron/providers ./articles ./audit ./auth ./automation ./db ./happenings ./http ./messages ./plans ./providers ./tickets ./views',
    packages: 'drizzle-orm type:fastify',
    node: 'crypto',
  },
  'electron/server/dashboard': {
    rooms: './contacts ./copilot ./db ./db/engine ./plans ./reports',
    packages: 'drizzle-orm type:drizzle-orm/sqlite-core',
  },
  'electron/server/floor': {
    rooms: './db ./db/engine ./records ./reports',
    packages: 'drizzle-orm type:drizzle-orm/sqlite-core',
  },
  'electron/server/db': {
    rooms: 'electron/copilot electron/database ./db/engine ./db/migrations',
    packages: 'drizzle-orm drizzle-orm/libsql/web drizzle-orm/sqlite-core type:@libsql/client',
    node: 'crypto fs path timers/promises',
  },
  'electron/server/db/engine': {
    rooms: 'electron/database ./db ./db/migrations ./keeping',
    packages: 'drizzle-orm drizzle-orm/sqlite-core drizzle-orm/sqlite-proxy pg type:@libsql/client',
    node: 'async_hooks crypto fs fs/promises os path timers/promises',
  },
  'electron/server/db/migrations': { rooms: './db/engine' },
  'electron/server/external-api': {
    rooms:
      './articles ./audit ./contacts ./db ./happenings ./http ./inbound ./media ./messages ./outgoing ./reports ./tickets ./views',
    packages: 'drizzle-orm type:fastify type:zod',
    node: 'crypto fs stream/promises timers/promises',
  },
  'electron/server/file-lists': { rooms: './db ./http ./media ./records', packages: 'drizzle-orm' },
  'electron/server/happenings': {
    rooms: './channel ./db ./db/engine ./views',
    packages: 'drizzle-orm',
  },
  'electron/server/http': {
    rooms: 'electron/database ./audit ./auth ./db ./db/engine ./logos ./media ./operation',
    packages: '@fastify/cookie @fastify/multipart fastify papaparse',
    node: 'crypto fs fs/promises http net path stream stream/promises',
  },
  'electron/server/link-previews': {
    rooms: 'electron/outward ./db ./media ./messages',
    packages: 'drizzle-orm linkify-it parse5',
    node: 'crypto timers/promises',
  },
  'electron/server/local-network': {
    rooms: 'electron/outward ./auth ./db ./http ./people',
    packages: 'drizzle-orm selfsigned',
    node: 'crypto http https net os timers/promises',
  },
  'electron/server/inbound': {
    rooms:
      './channel ./contacts ./db ./db/engine ./happenings ./link-previews ./media ./messages ./outgoing ./tickets ./views',
    packages: 'drizzle-orm',
  },
  'electron/server/keeping': {
    rooms: 'electron/database ./db',
    packages: 'drizzle-orm type:@libsql/client',
    node: 'fs fs/promises os path timers/promises',
  },
  'electron/server/logos': {
    rooms: 'electron/database ./media',
    packages: 'saxes type:fastify',
    node: 'crypto fs/promises path',
  },
  'electron/server/mail': {
    rooms: 'electron/database ./audit ./auth ./companies ./db ./db/engine',
    packages: 'drizzle-orm nodemailer',
    node: 'crypto fs/promises path timers/promises',
  },
  'electron/server/media': {
    rooms: 'electron/database ./auth ./db ./http',
    packages: '@aws-sdk/client-s3 drizzle-orm type:fastify',
    node: 'crypto fs fs/promises http path stream stream/consumers stream/promises',
  },
  'electron/server/mentions': { rooms: './audit ./auth ./db ./tickets', packages: 'drizzle-orm' },
  'electron/server/messages': {
    rooms:
      './channel ./contacts ./db ./db/engine ./happenings ./http ./link-previews ./media ./outgoing ./records ./tickets ./views',
    packages: 'drizzle-orm',
    node: 'crypto',
  },
  'electron/server/operation': {
    rooms: './db ./db/migrations',
    packages: 'drizzle-orm prom-client type:fastify',
    node: 'async_hooks crypto http timers/promises',
  },
  'electron/server/outgoing': {
    rooms: './channel ./db ./db/engine ./happenings ./link-previews ./media ./messages ./tickets ./views',
    packages: 'drizzle-orm',
    node: 'timers/promises',
  },
  'electron/server/payments': {
    rooms: './auth ./companies ./db ./db/engine',
    packages: 'drizzle-orm pix-utils',
    node: 'crypto https tls',
  },
  'electron/server/people': {
    rooms: './auth ./db ./plans',
    packages: 'drizzle-orm',
  },
  'electron/server/plans': { rooms: './db ./db/engine ./records', packages: 'drizzle-orm' },
  'electron/server/providers': { rooms: 'electron electron/outward' },
  'electron/server/queues': {
    rooms: './db ./db/engine ./http ./records ./media ./plans ./tickets ./views',
    packages: 'drizzle-orm',
  },
  'electron/server/realtime': {
    rooms: './auth ./cluster ./db ./db/engine ./http ./people',
    packages: 'drizzle-orm socket.io',
    node: 'http net timers/promises zlib',
  },
  'electron/server/report-files': {
    rooms: './db ./reports ./http',
    packages: 'drizzle-orm type:i18next yazl',
    node: 'stream',
  },
  'electron/server/report-schedules': {
    rooms: './auth ./companies ./db ./db/engine ./mail ./records ./report-files ./schedules',
    packages: 'drizzle-orm',
    node: 'stream',
  },
  'electron/server/records': {
    rooms: './db ./http ./media',
    packages: 'drizzle-orm type:drizzle-orm/sqlite-core',
  },
  'electron/server/reports': {
    rooms: './db ./db/engine ./tickets ./companies',
    packages: 'drizzle-orm',
  },
  'electron/server/routes': {
    // Handlers hold no rules: each area keeps its tables itself.
    rooms:
      './articles ./assignment ./audit ./auth ./automation ./campaigns ./channel/cloud/account ./channel/cloud/profile ./channel/cloud/set-up ./channel/cloud/version ./channel/traffic ./chats ./companies ./connections ./contact-lists ./contacts ./copilot ./dashboard ./db/client ./db/company-rows ./external-api ./file-lists ./floor ./http ./keeping ./local-network ./logos ./mail ./mentions ./messages ./payments ./people ./plans ./queues ./records ./report-files ./report-schedules ./reports ./rules ./schedules ./service-levels ./steps ./templates ./tickets ./transcripts ./webhooks',
    packages: 'type:fastify',
  },
  'electron/server/rules': {
    rooms: './db ./db/engine ./happenings ./records ./steps ./tickets ./views ./companies',
    packages: 'drizzle-orm',
    node: 'crypto timers/promises',
  },
  'electron/server/schedules': {
    rooms: './auth ./channel ./db ./db/engine ./http ./media ./messages ./outgoing ./tickets',
    packages: 'drizzle-orm',
  },
  'electron/server/steps': {
    rooms:
      './audit ./db ./db/engine ./happenings ./media ./mentions ./messages ./outgoing ./records ./schedules ./tickets',
    packages: 'drizzle-orm',
  },
  'electron/server/service-levels': {
    rooms: './companies ./db ./db/engine ./happenings ./steps ./tickets ./views',
    packages: 'drizzle-orm',
    node: 'crypto',
  },
  'electron/server/templates': {
    rooms: './channel ./channel/cloud ./db ./http ./media ./messages ./outgoing ./tickets ./views',
    packages: 'drizzle-orm',
  },
  'electron/server/tickets': {
    rooms:
      './audit ./channel ./db ./db/engine ./happenings ./http ./media ./messages ./outgoing ./plans ./realtime ./records ./reports ./views',
    packages: 'drizzle-orm',
    node: 'crypto',
  },
  'electron/server/transcripts': {
    rooms:
      'electron/copilot electron/providers ./articles ./automation ./copilot ./db ./db/engine ./happenings ./messages ./plans ./tickets ./views',
    packages: 'drizzle-orm',
    node: 'path stream/consumers',
  },
  'electron/server/views': {
    rooms: 'electron/copilot electron/providers ./channel ./db ./db/engine ./media',
    packages: 'drizzle-orm drizzle-orm/sqlite-core',
  },
  'electron/server/webhooks': {
    rooms: 'electron/outward ./auth ./db ./db/engine ./happenings ./tickets ./views',
    packages: 'drizzle-orm',
    node: 'crypto',
  },
  'electron/server/work': {
    rooms:
      './assignment ./audit ./auto-replies ./campaigns ./channel ./cluster ./companies ./contact-lists ./contacts ./copilot ./db ./floor ./happenings ./inbound ./keeping ./link-previews ./outgoing ./payments ./people ./report-schedules ./reports ./rules ./schedules ./service-levels ./tickets ./transcripts ./webhooks',
    packages: 'drizzle-orm',
    node: 'timers/promises',
  },

  // What is never shipped uses what it needs; nothing that is shipped may use it.
  scripts: { rooms: '*', packages: '*', node: '*' },
  tests: { rooms: '*', packages: '*', node: '*', globals: '*' },
}

/**
 * The floors of the workspace server, the lowest first, with their rooms (below `electron/server`). A room uses rooms of its
 * floor and of those below it, never of one above: the platform knows no ticket, the desk is what people and customers do,
 * automation is what follows from that by itself, and the doors are how all of it is called.
 */
export const FLOORS = {
  platform:
    'audit auth cluster companies db db/engine db/migrations http keeping local-network logos mail media operation payments ' +
    'people plans providers realtime records',
  desk:
    'channel channel/cloud channel/voice channel/web channel/worker chats connections contact-lists contacts file-lists happenings inbound ' +
    'link-previews mentions messages outgoing queues reports templates tickets views',
  automation:
    'articles assignment auto-replies automation bot campaigns copilot rules schedules service-levels steps transcripts webhooks',
  doors: 'dashboard external-api floor report-files report-schedules routes work',
}

/** The number of rooms in the largest set of rooms of the server that all reach one another. It only shrinks. */
export const LARGEST_CIRCLE = 7

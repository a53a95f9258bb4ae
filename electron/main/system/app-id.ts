/** Equal to `appId` in electron-builder.yml: Windows knows the program's toasts and task bar button by it. */
export const APP_ID = 'app.turno.console'

/** Permissions of a file that is its owner's alone. Windows keeps them elsewhere: Node shows every writable file alike. */
export const PRIVATE_FILE = process.platform === 'win32' ? 0o666 : 0o600

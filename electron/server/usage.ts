/** The arguments of a server started by hand. */

/** An unknown argument, possibly a typing error: the server does not start. */
export class UsageError extends Error {}

/** Each with the name of its value; null: none. */
const FLAGS: Readonly<Record<string, readonly [value: string | null, about: string]>> = {
  '--help': [null, 'this list'],
  '--demo': [null, 'a company of sample data with simulated customers'],
  '--scale': ['TICKETS', 'the demo with so many tickets more'],
  '--traffic': ['RATE', 'the demo with so many messages of customers a second'],
  '--company': ['NAME', 'the first company of an empty workspace; its password in TURNO_ADMIN_PASSWORD'],
  '--admin': ['NAME', 'who manages it'],
  '--email': ['ADDRESS', 'the e-mail of who manages it'],
  '--timezone': ['ZONE', 'its time zone, such as America/Sao_Paulo'],
  '--reset-password': [
    'ADDRESS',
    'gives the administrator of this e-mail the password in TURNO_ADMIN_PASSWORD, without a second step',
  ],
  '--import': [
    'FOLDER',
    'carries over the workspace of an older version, of its folder or file, to the database of DATABASE_URL if there is one, and ends',
  ],
}

/** What `--help` prints. */
export const USAGE = [
  'Usage: npm run server -- [options]',
  '',
  ...Object.entries(FLAGS).map(
    ([flag, [value, about]]) => `  ${`${flag}${value ? ` ${value}` : ''}`.padEnd(26)}${about}`,
  ),
  '',
  'Everything else is set by the environment: TURNO_DATA (the data folder), HOST, PORT and what docs/configuration.md names.',
  '',
].join('\n')

/** @throws UsageError naming the first argument that is none. */
export function refuseUnknown(args: readonly string[]): void {
  for (let at = 0; at < args.length; at += 1) {
    const flag = FLAGS[args[at] ?? '']
    if (!flag) throw new UsageError(`${args[at]} is no option of the server`)
    if (flag[0] !== null) at += 1
  }
}

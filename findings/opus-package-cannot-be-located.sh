#!/usr/bin/env bash
# An installed libopus-wasm looks as if it were not installed.
#
# Expected: a host that takes optional packages from the place where the owner
# installed them asks `createRequire(place).resolve(name)` where the package
# lies, and then imports that address. Node documents `resolve` as a look-up
# that loads nothing, and an ES module can be located so, if its package names a
# "default" entry (Node's page on packages, conditional exports).
#
# What happens: libopus-wasm exports "types", "browser" and "import" alone, and
# not its package.json. `import('libopus-wasm')` works, while `resolve` throws
# ERR_PACKAGE_PATH_NOT_EXPORTED for the package and for its package.json. A
# module that lies in `place` itself could ask `import.meta.resolve`; a host that
# lies elsewhere cannot. mpg123-decoder, its counterpart for MP3, is found.
#
# Who is hurt: a console that turns recorded sound into voice notes when the
# encoder is there. It takes the error for "not installed", and the customer gets
# a music file in place of a voice note, although the owner installed all of it.
#
# Exit: 0 while it is so, 1 when it has changed, 2 when npm cannot install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts \
  libopus-wasm@0.4.0 mpg123-decoder@1.0.3 || exit 2

node --input-type=module - <<'JS'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { version } = JSON.parse(readFileSync('node_modules/libopus-wasm/package.json', 'utf8'));
const { resolve } = createRequire(`${process.cwd()}/`);
const lookUp = (name) => {
  try {
    resolve(name);
    return 'found';
  } catch (error) {
    return error.code;
  }
};

const imported = await import('libopus-wasm').then((library) => typeof library.createEncoder);
const seen = ['mpg123-decoder', 'libopus-wasm', 'libopus-wasm/package.json'].map((name) => [name, lookUp(name)]);
console.log(`libopus-wasm ${version}, Node ${process.version}`);
console.log(`import('libopus-wasm'): createEncoder is a ${imported}`);
for (const [name, answer] of seen) console.log(`resolve('${name}'): ${answer}`);

const refused = 'ERR_PACKAGE_PATH_NOT_EXPORTED';
const stands = imported === 'function' && seen.map(([, answer]) => answer).join() === ['found', refused, refused].join();
console.log(stands ? 'As described.' : 'This has changed.');
process.exit(stands ? 0 : 1);
JS

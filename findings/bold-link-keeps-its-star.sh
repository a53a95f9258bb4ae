#!/usr/bin/env bash
# linkify-it takes the star that closes WhatsApp's bold into the link.
#
# Expected: WhatsApp writes bold as *text* (its help page on formatting
# messages). In "*https://loja.example.com/pix*" the second star closes what the
# first one opened. linkify-it knows such surroundings: brackets and quotes that
# open before a link or within it are balanced, marks at the end of a sentence
# are left out, and "*https://loja.example.com*" loses its star.
#
# What happens: as soon as the address has a path or a query, the closing star
# belongs to the link. A star is a legal character of a path (RFC 3986, 3.3), so
# the library breaks no rule; but the opening star right before the link does not
# make it look for its partner, as an opening bracket does.
#
# Who is hurt: agents who press a payment link that was sent in bold. The browser
# asks for an address that nobody sent, and a lone star stays in the text. Of an
# e-mail address in bold it is the opening star that is taken in.
#
# Exit: 0 while it is so, 1 when it has changed, 2 when npm cannot install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts linkify-it@6.1.0 || exit 2

node --input-type=module - <<'JS'
import { readFileSync } from 'node:fs';
import { LinkifyIt } from 'linkify-it';

const { version } = JSON.parse(readFileSync('node_modules/linkify-it/package.json', 'utf8'));
const linkify = new LinkifyIt();
const expected = {
  '*https://loja.example.com*': 'https://loja.example.com',
  '(https://loja.example.com/pix)': 'https://loja.example.com/pix',
  '"https://loja.example.com/pix"': 'https://loja.example.com/pix',
  '*https://loja.example.com/pix*': 'https://loja.example.com/pix*',
  '*https://loja.example.com?pedido=7*': 'https://loja.example.com?pedido=7*',
  '*caixa@loja.example.com*': 'mailto:*caixa@loja.example.com',
};

console.log(`linkify-it ${version}`);
const seen = Object.keys(expected).map((text) => [text, linkify.match(text)?.[0].url]);
for (const [text, url] of seen) console.log(`${text.padEnd(38)} -> ${url}`);

const stands = seen.every(([text, url]) => url === expected[text]);
console.log(stands ? 'As described.' : 'This has changed.');
process.exit(stands ? 0 : 1);
JS

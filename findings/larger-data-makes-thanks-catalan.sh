#!/usr/bin/env bash
# eld calls a woman's "obrigada" Catalan, and says that this is reliable.
#
# Expected: "obrigada" is how women say thanks in Portuguese, one of the most
# frequent messages in a Brazilian contact centre; Catalan has no such word. A
# larger database knows more, so it is no worse at it, and where eld is not sure it
# has isReliable() to say so.
#
# What happens: the smallest of eld's four databases finds Portuguese. Small, medium
# and large find Catalan with isReliable() true; in the large one Portuguese is a thousandth
# behind. "obrigado", which men say, is Portuguese in all four.
#
# Who is hurt: whoever routes or translates by the language of a message. Women are
# answered in Catalan, or their queue changes, with the last word of a conversation;
# choosing the better database brings it about.
#
# Exit: 0 while it is so, 1 when it has changed, 2 when npm cannot install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts eld@2.1.0 || exit 2

# One process for each database: the last one loaded is used by all.
seen=""
for size in extrasmall small medium large; do
  seen="$seen $(SIZE=$size node --input-type=module - <<'JS'
const { eld } = await import(`eld/${process.env.SIZE}`);
const said = (text) => {
  const found = eld.detect(text);
  return `${found.language}${found.isReliable() ? '!' : '?'}`;
};
console.log(`${said('obrigada')}/${said('obrigado')}`);
JS
)"
done
echo "eld $(node -p 'require("./node_modules/eld/package.json").version'), obrigada/obrigado ('!' is reliable):"
echo "  extrasmall, small, medium, large:$seen"
[ "$seen" = " pt!/pt! ca!/pt! ca!/pt! ca!/pt!" ] || exit 1

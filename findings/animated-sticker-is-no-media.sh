#!/usr/bin/env bash
# Baileys leaves an animated sticker and a mention of a group wrapped.
#
# Expected: WhatsApp wraps some messages in another (FutureProofMessage in the
# protocol that Baileys ships). normalizeMessageContent is there to take the
# wrapping off, and does so for nine of its kinds.
#
# What happens: lottieStickerMessage, which wraps an animated sticker, and
# groupMentionedMessage, which wraps a text that mentions a group, are fields of the
# same type and stay wrapped. getContentType then names the wrapping, and
# downloadMediaMessage refuses the sticker as no media.
#
# Who is hurt: everybody who reads messages by these functions: the sticker has no
# picture and the text has no words, although both came whole.
#
# Exit: 0 while it is so, 1 when it has changed, 2 when npm cannot install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts \
  @whiskeysockets/baileys@7.0.0-rc14 || exit 2

node --input-type=module - <<'JS'
import { readFileSync } from 'node:fs';
import { downloadMediaMessage, getContentType, normalizeMessageContent, proto } from '@whiskeysockets/baileys';

const { version } = JSON.parse(readFileSync('node_modules/@whiskeysockets/baileys/package.json', 'utf8'));
// Through the protocol, as a message comes from the network.
const arrived = (message) => proto.Message.decode(proto.Message.encode(message).finish());
const typeOf = (message) => getContentType(normalizeMessageContent(arrived(message)));
const sticker = { stickerMessage: { mimetype: 'application/was', isLottie: true } };
const types = {
  lottie: typeOf({ lottieStickerMessage: { message: sticker } }),
  mention: typeOf({ groupMentionedMessage: { message: { conversation: 'Reunião às 15h' } } }),
  document: typeOf({ documentWithCaptionMessage: { message: { documentMessage: { caption: 'Boleto' } } } }),
};
const refused = await downloadMediaMessage(
  { key: { id: '1' }, message: arrived({ lottieStickerMessage: { message: sticker } }) },
  'buffer',
  {},
).then(() => null, (error) => error.message);

console.log(`@whiskeysockets/baileys ${version}`);
console.log(`a document with a caption is read as ${types.document}`);
console.log(`an animated sticker is read as ${types.lottie}, a mention of a group as ${types.mention}`);
console.log(`downloading the sticker: ${refused}`);
const asSeen = types.lottie === 'lottieStickerMessage' && types.mention === 'groupMentionedMessage';
process.exit(asSeen && types.document === 'documentMessage' && /not a media/i.test(refused ?? '') ? 0 : 1);
JS
